import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { search } from "../support/framePages.ts";
import { codeAfter, newestMessageId } from "../support/outbox.ts";
import { accounts, password } from "../support/world.ts";

/** Presses a key until the wanted element is there. */
async function pressUntil(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let step = 0; step < 60 && (await wanted.count()) === 0; step++) await page.keyboard.press(key);
  await expect(wanted).toHaveCount(1);
}

/** Presses Tab until the button with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("button", { name }).first()).toBeVisible();
  await pressUntil(page, "Tab", page.locator("button:focus").and(page.getByRole("button", { name })));
}

/** Opens the menu of the focused button and chooses an item. */
async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Enter");
  const wanted = page.getByRole("menuitem", { name, exact: true });
  await expect(wanted).toBeVisible();
  await pressUntil(page, "ArrowDown", page.locator("[role=menuitem]:focus").and(wanted));
  await page.keyboard.press("Enter");
}

test("signing in, opening an asset and a user, and signing out work by keyboard alone", async ({ page, pulse }) => {
  await page.goto("/signin");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(accounts.admin);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  const before = await newestMessageId(pulse.url);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
  await page.keyboard.type(await codeAfter(pulse.url, before));
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Find a site")).toBeFocused();
  await page.keyboard.type("harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();

  await search(page, "PJ-004");
  await expect(page.getByRole("option", { selected: true })).toContainText("PJ-004");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Last seen", { exact: true }).first()).toBeVisible();
  await tabTo(page, "Close");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Last seen", { exact: true })).toHaveCount(0);

  await tabTo(page, "Account menu:");
  await chooseFromMenu(page, "Access management");
  await expect(page).toHaveURL(/\/access\/users$/);
  await expect(page.getByRole("link", { name: "Vic Lindqvist" })).toBeVisible();
  await pressUntil(page, "Tab", page.locator("tr:focus"));
  await pressUntil(page, "ArrowDown", page.locator("tr:focus").filter({ hasText: "Vic Lindqvist" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Vic Lindqvist" })).toBeVisible();

  await tabTo(page, "Account menu:");
  await chooseFromMenu(page, "Sign out");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});
