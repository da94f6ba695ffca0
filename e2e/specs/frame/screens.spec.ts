import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap, search } from "../../support/framePages.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });
test.slow();

/** Ordered so that each can follow the one before on the same page. */
const screens: readonly [name: string, open: (page: Page) => Promise<void>][] = [
  [
    "the choice of a site",
    async (page) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { name: "Choose a site" })).toBeVisible();
    },
  ],
  [
    "the search with what it found",
    async (page) => {
      await openMap(page);
      await search(page, "PJ");
      await expect(page.getByRole("option").nth(3)).toBeVisible();
    },
  ],
  [
    "the search without a hit",
    async (page) => {
      await page.getByRole("combobox").fill("zzqqxx");
      await expect(page.getByText("No results for")).toBeVisible();
    },
  ],
  [
    "the user menu",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Account menu:/ }).click();
      await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
    },
  ],
  [
    "no access",
    async (page) => {
      await page.goto("/not-accessible");
      await expect(page.getByText("You do not have access for this page")).toBeVisible();
    },
  ],
  [
    "the banner of a server that is down",
    async (page) => {
      await page.route("**/api/server-status", (route) => route.fulfill({ status: 503 }));
      await page.goto("/not-accessible");
      await expect(page.getByText("Oops, our servers are down")).toBeVisible();
    },
  ],
  [
    "the reload dialog",
    async (page) => {
      await page.route("**/api/version", (route) =>
        route.fulfill({ json: { result: { content: { version: "4.0.0" }, metadata: {} } } }),
      );
      await page.goto("/");
      await expect(page.getByRole("dialog", { name: "New version available" })).toBeVisible();
    },
  ],
];

test("the frame is accessible and fits in every window, light and dark", async ({ page }) => {
  for (const [name, open] of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    expect(await faultsInEveryWindow(page), name).toEqual([]);
  }
});
