import { expect } from "@playwright/test";
import { codeTo, signUpOnPage } from "../../support/accountPages.ts";
import { test } from "../../support/fixtures.ts";
import { newestMessageId } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

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

test("an unknown customer code or a taken email is reported and its field focused, and the form keeps its input", async ({
  page,
}) => {
  await signUpOnPage(page, { ...person, email: "somebody@northwind.test" }, "NOBODY");
  await expect(page.getByText("Customer code is not valid").first()).toBeVisible();
  await expect(page.getByLabel("Customer code")).toBeFocused();
  await expect(page.getByLabel("Given name")).toHaveValue("Nora");

  await signUpOnPage(page, { ...person, email: accounts.admin });
  await expect(page.getByText("Username already exists").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("the sign-up form checks fields as they are left, and focuses the first invalid one on submit", async ({
  page,
}) => {
  await page.goto("/signup");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Given name").focus();
  await expect(page.getByText("Not a valid email")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("lantern");
  await expect(
    page.getByRole("listitem").filter({ hasText: "lowercase" }).getByLabel("Met", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "8 characters" }).getByLabel("Not met")).toBeVisible();
  await page.getByLabel("Repeat password").fill("lanterm");
  await page.getByLabel("Email").focus();
  await expect(page.getByText("Passwords don't match.")).toBeVisible();
});

test("signing in with an unconfirmed email leads to its confirmation, where a wrong code is refused", async ({
  page,
  pulse,
}) => {
  const late = { ...person, email: "late.ek@northwind.test" };
  const before = await newestMessageId(pulse.url);
  await signUpOnPage(page, late);
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible();
  const code = await codeTo(pulse.url, late.email, before);

  await page.goto("/signin");
  await givePassword(page, late.email, late.password);
  await expect(page.getByText("User is not confirmed yet")).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email/);
  await giveCode(page, code === "000000" ? "111111" : "000000");
  await expect(page.getByText("The code entered is incorrect").first()).toBeVisible();
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();

  const beforeAgain = await newestMessageId(pulse.url);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Another code has been sent, check the email inbox")).toBeVisible();
  await expect(page.getByText(/^Didn't get the email\? Send again in 0:/)).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, late.email, beforeAgain));
  await expect(page.getByText("Sign-up successful. You can sign in now.")).toBeVisible();
});
