import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });
test.slow();

async function openSite(page: Page): Promise<void> {
  await page.goto("/sites");
  await page.getByRole("link", { name: "City Hospital" }).click();
  await expect(page.getByRole("img", { name: /^Plan of/ }).first()).toBeVisible();
}

const screens: [name: string, open: (page: Page) => Promise<void>][] = [
  [
    "the list of sites",
    async (page) => {
      await page.goto("/sites");
      await expect(page.getByRole("link", { name: "City Hospital" })).toBeVisible();
    },
  ],
  [
    "a site with a fault in its buildings",
    async (page) => {
      await openSite(page);
      await page.getByRole("button", { name: "Add building" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await expect(page.getByText("Each building needs at least one floor")).toBeVisible();
    },
  ],
  [
    "a floor",
    async (page) => {
      await openSite(page);
      await page.getByRole("link", { name: "Open Ground" }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "Ground" })).toBeVisible();
      await expect(page.getByRole("img", { name: "Plan of Ground" })).toBeVisible();
    },
  ],
];

test("the sites' screens are accessible in every window, light and dark", async ({ page, complaints }) => {
  for (const [name, open] of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    expect(await faultsInEveryWindow(page), name).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
