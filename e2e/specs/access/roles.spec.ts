import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { signInTo } from "../../support/signInPage.ts";
import { accounts, signIn } from "../../support/world.ts";
import { makeRole, pageOf, withRole } from "./accessWorld.ts";

test.slow();

test("a predefined role is read-only and can be duplicated", async ({ browser, pulse, sessionOf }) => {
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.admin));
  await page.goto("/access/roles");
  await page.getByRole("link", { name: "Operator" }).click();
  await expect(page.getByText("Predefined roles cannot be edited")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  const box = page.getByRole("checkbox", { name: "Gateway management: read" });
  await box.click({ force: true });
  await expect(box).not.toBeChecked();
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Copy of Operator");
  await expect(page.getByText("14 of 42")).toBeVisible();
  await box.check();
  await expect(page.getByText("15 of 42")).toBeVisible();
  await page.context().close();
});

test("users cannot grant permissions they lack, and a tooltip says why", async ({ page, pulse, complaints }) => {
  const api = await signIn(pulse.url, accounts.admin);
  const keeper = await makeRole(api, "Role keeper", [
    "asset_management.r",
    "role_management.c",
    "role_management.r",
    "role_management.u",
  ]);
  await withRole(api, accounts.operator, keeper, async () => {
    await signInTo(page, pulse.url, accounts.operator, "/profile");
    await page.goto("/access/roles/new");
    const box = page.getByRole("checkbox", { name: "Asset management: update" });
    await expect(box).toHaveAttribute("aria-disabled", "true");
    await box.focus();
    await expect(page.getByRole("tooltip")).toHaveText("You can't grant a permission you don't have");
    await page.keyboard.press("Space");
    await expect(box).not.toBeChecked();
    await page.getByRole("checkbox", { name: "Full access" }).check();
    await expect(page.getByText("4 of 42")).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test("a role in use is not deleted, and the users who have it are listed as links", async ({
  browser,
  pulse,
  sessionOf,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const role = await makeRole(api, "Night shift", ["asset_management.r"]);
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.admin));
  await withRole(api, accounts.viewer, role, async (user) => {
    await page.goto("/access/roles");
    await page.getByRole("button", { name: "Actions for Night shift" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete Night shift" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Night shift is in use");
    await dialog.getByRole("link", { name: `${user.givenName} ${user.familyName}` }).click();
    await expect(page).toHaveURL(new RegExp(`/access/users/${user.id}$`));
  });
  await page.context().close();
});

test("a role name that is missing, invalid or taken gets an error message", async ({ browser, pulse, sessionOf }) => {
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.admin));
  await page.goto("/access/roles/new");
  const name = page.getByRole("textbox", { name: "Name" });
  const add = page.getByRole("button", { name: "Add role" });
  await add.click();
  await expect(page.getByText("Field required")).toBeVisible();
  await expect(name).toBeFocused();
  for (const [typed, text] of [
    ["A<B", "< is not allowed"],
    [" Night", "Leading and trailing spaces are not allowed"],
  ] as const) {
    await name.fill(typed);
    await add.click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await name.fill("viewer");
  await add.click();
  await expect(page.getByText("Name must be unique")).toBeVisible();
  await page.context().close();
});
