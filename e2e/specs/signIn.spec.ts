import { expect } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { codeAfter, newestMessageId } from "../support/outbox.ts";
import { giveCode, givePassword, onMapOf, signInOnPage } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test("password and texted code lead to the map", async ({ page, pulse, complaints }) => {
  await signInOnPage(page, pulse.url, accounts.admin);
  await expect(page.getByRole("button", { name: /Northwind Logistics, Harbour Warehouse/ })).toBeVisible();
  await expect(page).toHaveURL(/\/sites\/[0-9a-f-]{36}\/map$/);
  expect(complaints).toEqual([]);
});

test("the demo shows the code on the code screen, so that a first visit needs no second window", async ({ page }) => {
  await page.goto("/");
  await givePassword(page, accounts.viewer);
  await page.getByRole("button", { name: "Use code" }).click();
  await onMapOf(page, "Harbour Warehouse");
});

test("a wrong password is reported on the form and in a snackbar, and the typed email stays", async ({
  page,
  complaints,
}) => {
  await page.goto("/signin");
  await givePassword(page, accounts.admin, "Pulse-demo-2");
  await expect(page.getByText("Incorrect username or password")).toBeVisible();
  await expect(page.getByText("Failed to login")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(accounts.admin);
  // The browser logs the refused request; the page must log nothing itself.
  expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
});

test("an account that does not exist is refused in the same words as a wrong password", async ({ page }) => {
  await page.goto("/signin");
  await givePassword(page, "nobody@northwind.test");
  await expect(page.getByText("Incorrect username or password")).toBeVisible();
});

test("a wrong code is refused and the right one is still accepted", async ({ page, pulse }) => {
  const before = await newestMessageId(pulse.url);
  await page.goto("/signin");
  await givePassword(page, accounts.operator);
  await expect(page.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
  const code = await codeAfter(pulse.url, before);
  await giveCode(page, code === "000000" ? "111111" : "000000");
  await expect(page.getByText("MFA Code does not match")).toBeVisible();
  for (let digit = 6; digit >= 1; digit--) await page.getByLabel(`Digit ${digit} of 6`).fill("");
  await giveCode(page, code);
  await onMapOf(page, "Harbour Warehouse");
});

test("signing out ends the session, and the map asks for a sign-in again", async ({ page, pulse }) => {
  await signInOnPage(page, pulse.url, accounts.admin);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cognito_token"))).toBeNull();
});
