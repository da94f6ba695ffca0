import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap, search } from "../../support/framePages.ts";
import { expectFaultless, type Screens, visit } from "../../support/screens.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const screens: Screens = {
  "the choice of a site": {
    wholePage: async (page) => {
      await visit(page, "/");
      await expect(page.getByRole("heading", { name: "Choose a site" })).toBeVisible();
    },
  },
  "the search with what it found": async (page) => {
    await openMap(page);
    await search(page, "PJ");
    await expect(page.getByRole("option").nth(3)).toBeVisible();
  },
  "the search without a hit": async (page) => {
    await page.getByRole("combobox").fill("zzqqxx");
    await expect(page.getByText("No results for")).toBeVisible();
  },
  "the user menu": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Account menu:/ }).click();
    await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  },
  "no access": {
    wholePage: async (page) => {
      await page.keyboard.press("Escape");
      await visit(page, "/not-accessible");
      await expect(page.getByText("You do not have access for this page")).toBeVisible();
    },
  },
  "no such page": {
    wholePage: async (page) => {
      await visit(page, "/no/such/page");
      await expect(page.getByText("Page not found")).toBeVisible();
    },
  },
};

test("the frame is accessible and fits in every window, and leaves the console clean", async ({ page, complaints }) => {
  await expectFaultless(page, complaints, screens);
});

test("the messages about a server that is down or was renewed are accessible in every window", async ({ page }) => {
  // The browser logs the faked refusals, so the console is not checked.
  await expectFaultless(page, [], {
    "the banner of a server that is down": async () => {
      await page.route("**/api/server-status", (route) => route.fulfill({ status: 503 }));
      await page.goto("/not-accessible");
      await expect(page.getByText("Oops, our servers are down")).toBeVisible();
      await expect(page.getByText("You do not have access for this page")).toBeVisible();
    },
    "the reload dialog": async () => {
      await page.route("**/api/version", (route) =>
        route.fulfill({ json: { result: { content: { version: "4.0.0" }, metadata: {} } } }),
      );
      await page.goto("/");
      await expect(page.getByRole("dialog", { name: "New version available" })).toBeVisible();
      // The page behind it has arrived where the address leads, so that nothing moves the focus any more.
      const behind = page.getByRole("heading", { name: "Choose a site", includeHidden: true });
      await expect(behind).toBeVisible();
    },
  });
});
