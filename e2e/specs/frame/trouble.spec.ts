import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.operator });

test("a page opened without a network loads once the network is back", async ({ page, context }) => {
  await page.goto("/not-accessible");
  await expect(page.getByRole("link", { name: "Back to the map" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL("/profile");
  // Only a page that knows that the network is away waits for it.
  await expect(page.getByRole("heading", { name: "Couldn't load this page" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
});
