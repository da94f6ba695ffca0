import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap } from "../../support/framePages.ts";
import { onMapOf } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const site = "Harbour Warehouse";

test("signing out in one tab signs out the other", async ({ context, page }) => {
  await openMap(page);
  const other = await context.newPage();
  await other.goto("/");
  await onMapOf(other, site);
  await other.getByRole("button", { name: /^Account menu:/ }).click();
  await other.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText("You signed out in another tab.")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|activeSite/.test(key)))).toEqual(
    [],
  );
});
