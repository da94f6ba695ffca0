import { expect } from "@playwright/test";
import { codeTo, signUpOnPage } from "../../support/accountPages.ts";
import { test } from "../../support/fixtures.ts";
import { newestMessageId } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";

const person = { email: "nora.ek@northwind.test", password: "Lantern-7-oak" };
const phone = "+4915123456789";

test("a person with a customer code signs up, confirms the email, adds a phone number and sees the map", async ({
  page,
  pulse,
  complaints,
}) => {
  let before = await newestMessageId(pulse.url);
  await signUpOnPage(page, person);
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, person.email, before));
  await expect(page.getByText("Sign-up successful. You can sign in now.")).toBeVisible();

  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  // Upper case on purpose: sign-in lower-cases emails.
  await givePassword(page, person.email.toUpperCase(), person.password);
  await expect(page).toHaveURL(/\/register-phone/);
  await expect(page.getByRole("heading", { name: "Add your phone number" })).toBeVisible();

  await page.goto("/sites");
  await expect(page, "without a phone nobody gets further").toHaveURL(/\/register-phone/);
  await page.goto("/");
  await page.getByLabel("Mobile number").fill("+49 30 123456");
  await page.getByRole("button", { name: "Text me a code" }).click();
  await expect(page.getByText("Enter valid phone number")).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toBeFocused();

  before = await newestMessageId(pulse.url);
  await page.getByLabel("Mobile number").fill("+49 1512 3456789");
  await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("Germany +49");
  await page.getByRole("button", { name: "Text me a code" }).click();
  await expect(page.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, phone, before));
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);

  // The verified phone number turned sign-in codes on.
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  before = await newestMessageId(pulse.url);
  await givePassword(page, person.email, person.password);
  await expect(page.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, phone, before));
  await onMapOf(page, "Harbour Warehouse");
});
