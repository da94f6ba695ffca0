import { type Browser, expect, type Page, test } from "@playwright/test";
import { listCustomers, updateCustomer } from "@pulse/contract/customers";
import { codeTo, signUpOnPage } from "../../support/accountPages.ts";
import { newestMessageId } from "../../support/outbox.ts";
import { makesPasskeys } from "../../support/passkeys.ts";
import { type Pulse, startPulse } from "../../support/pulse.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";
import { appCode } from "../../support/totp.ts";
import { accounts, signIn } from "../../support/world.ts";

// A product of its own, because what a customer requires holds for all of its people.
let pulse: Pulse;
test.beforeAll(async () => {
  pulse = await startPulse({});
});
test.afterAll(() => pulse.stop());
/** A page of a browser that has never been here. Browsers make passkeys for the machine's name, not for its number. */
const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: pulse.url.replace("127.0.0.1", "localhost") })).newPage();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Signs somebody up with the customer's code, confirms the email and types the password. */
async function arrive(page: Page, email: string): Promise<void> {
  const before = await newestMessageId(pulse.url);
  await signUpOnPage(page, { email, password: "Lantern-7-oak" });
  await expect(heading(page, "Confirm your email")).toBeVisible();
  await giveCode(page, await codeTo(pulse.url, email, before));
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await givePassword(page, email, "Lantern-7-oak");
}

test("a person without a mobile phone takes a passkey in place of the phone number", async ({ browser }) => {
  const page = await newPage(browser);
  await makesPasskeys(page);
  await arrive(page, "nora.ek@northwind.test");
  await expect(heading(page, "Add your phone number")).toBeVisible();
  await page.getByRole("link", { name: "Protect your account in another way" }).click();
  await expect(heading(page, "Protect your account")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Get codes by text message/ })).toBeVisible();
  await page.getByRole("button", { name: /^Create a passkey/ }).click();
  await onMapOf(page, "Harbour Warehouse");
});

test("where an app is required, a person who sets it up while signing in stores its recovery codes before anything else", async ({
  browser,
}) => {
  const page = await newPage(browser);
  const { call } = await signIn(pulse.url, accounts.superadmin);
  const northwind = (await call(listCustomers)).find(({ name }) => name === "Northwind Logistics");
  await call(updateCustomer, { params: { id: northwind!.id }, body: { config: { secondFactors: ["totp"] } } });
  await arrive(page, "omar.ek@northwind.test");
  await expect(heading(page, "Set up an authenticator app")).toBeVisible();
  await giveCode(page, appCode(await page.locator("code").innerText()));
  await expect(heading(page, "Keep your recovery codes")).toBeVisible();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.goto("/sites");
  await expect(heading(page, "Keep your recovery codes"), "they are due until they are stored").toBeVisible();
  await page.getByLabel("I have stored these codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(heading(page, "Sites")).toBeVisible();
});
