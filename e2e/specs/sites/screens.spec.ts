import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { expectFaultless, type Screens, visit } from "../../support/screens.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

async function openSite(page: Page): Promise<void> {
  await page.getByRole("link", { name: "City Hospital" }).click();
  await expect(page.getByRole("img", { name: /^Plan of/ }).first()).toBeVisible();
}

const screens: Screens = {
  "the list of sites": {
    wholePage: async (page) => {
      await visit(page, "/sites");
      await expect(page.getByRole("link", { name: "City Hospital" })).toBeVisible();
    },
  },
  "a floor": {
    wholePage: async (page) => {
      await openSite(page);
      await page.getByRole("link", { name: "Open Ground" }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "Ground" })).toBeVisible();
      await expect(page.getByRole("img", { name: "Plan of Ground" })).toBeVisible();
    },
  },
  "a site with a fault in its buildings": async (page) => {
    await visit(page, "/sites");
    await openSite(page);
    await page.getByRole("button", { name: "Add building" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await expect(page.getByText("Each building needs at least one floor")).toBeVisible();
  },
};

test("the sites' screens are accessible in every window and leave the console clean", async ({ page, complaints }) => {
  await expectFaultless(page, complaints, screens);
});
