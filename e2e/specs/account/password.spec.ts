import { expect } from "@playwright/test";
import { codeTo } from "../../support/accountPages.ts";
import { asPoolAdmin } from "../../support/adminPool.ts";
import { test } from "../../support/fixtures.ts";
import { newestMessageId } from "../../support/outbox.ts";
import { codeAfter } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";
import { accounts, password } from "../../support/world.ts";

const changed = "Lantern-7-oak";

test("a forgotten password is reset with the mailed code, and the new one signs in", async ({
  page,
  pulse,
  complaints,
}) => {
  let before = await newestMessageId(pulse.url);
  await page.goto("/signin");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(accounts.viewer);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, accounts.viewer, before));
  await page.getByLabel("New password").fill(changed);
  await page.getByLabel("Repeat password").fill(changed);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. You can sign in now.")).toBeVisible();

  before = await newestMessageId(pulse.url);
  await givePassword(page, accounts.viewer, changed);
  await giveCode(page, await codeAfter(pulse.url, before));
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);
  await asPoolAdmin(pulse, "AdminSetUserPassword", { Username: accounts.viewer, Password: password, Permanent: true });
});

test("a temporary password must be changed at the first sign-in", async ({ page, pulse, complaints }) => {
  await asPoolAdmin(pulse, "AdminSetUserPassword", {
    Username: accounts.operator,
    Password: "First-time-1",
    Permanent: false,
  });
  await page.goto("/signin");
  await givePassword(page, accounts.operator, "First-time-1");
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText("New password is required.")).toBeVisible();
  const before = await newestMessageId(pulse.url);
  await page.getByLabel("New password").fill(changed);
  await page.getByLabel("Repeat password").fill(changed);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
  await giveCode(page, await codeAfter(pulse.url, before));
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);
  await asPoolAdmin(pulse, "AdminSetUserPassword", {
    Username: accounts.operator,
    Password: password,
    Permanent: true,
  });
});

test("after an administrator's reset, signing in leads to choosing a new password", async ({ page, pulse }) => {
  const before = await newestMessageId(pulse.url);
  await asPoolAdmin(pulse, "AdminResetUserPassword", { Username: accounts.otherCustomer });
  await page.goto("/signin");
  await givePassword(page, accounts.otherCustomer);
  await expect(page).toHaveURL(/\/change-forgot-password/);
  await expect(page.getByText("Password reset is required")).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, accounts.otherCustomer, before));
  await page.getByLabel("New password").fill(changed);
  await page.getByLabel("Repeat password").fill(changed);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. You can sign in now.")).toBeVisible();
  await asPoolAdmin(pulse, "AdminSetUserPassword", {
    Username: accounts.otherCustomer,
    Password: password,
    Permanent: true,
  });
});
