import { type Browser, expect, type Page, test } from "@playwright/test";
import { choose, listed } from "../../support/accessPages.ts";
import { company, startCompanyProvider } from "../../support/companyProvider.ts";
import { codeAfter, newestMessageId } from "../../support/outbox.ts";
import { accessibilityFaults, watchConsole } from "../../support/page.ts";
import { type Pulse, startPulse } from "../../support/pulse.ts";
import { giveCode, givePassword, onMapOf, signInTo } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

// Each test goes on where the one before it ended: a company that signs in with its own account from then on.
test.describe.configure({ mode: "serial" });

const person = { email: "ina.sol@northwind.test", email_verified: true, given_name: "Ina", family_name: "Sol" };
let pulse: Pulse;
let provider: Awaited<ReturnType<typeof startCompanyProvider>>;
test.beforeAll(async () => {
  // The provider is on the machine itself.
  pulse = await startPulse({ settings: { PULSE_WEBHOOK_ALLOW: "127.0.0.1" } });
  provider = await startCompanyProvider(`${pulse.url}/sso/callback`, {
    ina: { ...person, roles: ["floor-staff"] },
    guest: { ...person, email: "guest@elsewhere.test" },
  });
});
test.afterAll(async () => {
  provider.stop();
  await pulse.stop();
});

/** A page of a browser that has never been here. */
async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: pulse.url })).newPage();
}

/** Chooses the customer for a superadmin. */
async function ofNorthwind(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Customer/ }).click();
  await page.getByRole("option", { name: "Northwind Logistics" }).click();
}

/** From the usual sign-in to the company's own login page. */
async function toProvider(page: Page, email: string): Promise<void> {
  await page.goto("/signin");
  await page.getByRole("link", { name: "Use your company's account" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with your company's account" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The login and consent pages of the provider. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/**
 * What the product's own pages complained about. The provider's come with fonts from elsewhere, and the browser reports
 * the 404 of settings that are not there yet.
 */
const ofPulse = (complaints: readonly string[]): string[] =>
  complaints.filter((text) => text.includes(pulse.url) && !/404 .*\/customers\/[\w-]+\/sso\)$/.test(text));

const refusal = (page: Page) => page.getByRole("main").getByRole("alert");

test("a superadmin sets up a customer's sign-in, tries it and makes it the only way in", async ({ browser }) => {
  const page = await newPage(browser);
  const complaints = watchConsole(page);
  await signInTo(page, pulse.url, accounts.superadmin, "/access/sso");
  await ofNorthwind(page);
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByLabel("Client ID").fill(company.clientId);
  await page.getByLabel("Client secret").fill(company.clientSecret);
  await page.getByLabel("Email domains").fill("northwind.test");
  await choose(page, "Group if nothing fits", "All sites");
  await page.getByLabel("Claim with roles").fill("roles");
  await page.getByRole("button", { name: "Add role" }).click();
  await page.getByLabel("Role claim value 1").fill("floor-staff");
  await choose(page, "Role 1", "Operator");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText("Nobody has signed in this way yet.")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole("button", { name: "Test sign-in" }).click();
  await signInAtProvider(page, "guest");
  await expect(page.getByRole("alert")).toContainText("Your email isn't one of this company's.");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Test sign-in" }).click();
  await signInAtProvider(page, "ina");
  await expect(page.getByText(`${person.email} would sign in. Role: Operator. Group: All sites.`)).toBeVisible();

  await page.getByRole("switch", { name: "Require single sign-on" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(ofPulse(complaints)).toEqual([]);
  await page.context().close();
});

test("a new person signs in at the company's provider and lands on the map with the mapped role", async ({
  browser,
}) => {
  const page = await newPage(browser);
  const complaints = watchConsole(page);
  await toProvider(page, person.email);
  await signInAtProvider(page, "ina");
  await onMapOf(page, "Harbour Warehouse");
  expect(ofPulse(complaints)).toEqual([]);

  const admins = await newPage(browser);
  await signInTo(admins, pulse.url, accounts.superadmin, "/access/users");
  await ofNorthwind(admins);
  await expect(listed(admins).filter({ hasText: "Ina Sol" })).toContainText(/Operator.*All sites.*Active/);
});

test("somebody whose company has no sign-in here, or whom the provider doesn't confirm, reads why", async ({
  browser,
}) => {
  const page = await newPage(browser);
  await toProvider(page, "anna@nowhere.test");
  await expect(refusal(page)).toHaveText(
    "No company account is set up for this email. Sign in with your password instead.",
  );
  await expect(page.getByLabel("Email")).toHaveValue("anna@nowhere.test");
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await signInAtProvider(page, "guest");
  await expect(refusal(page)).toHaveText("Your email isn't one of this company's.");
});

test("a password is refused where the company's sign-in is required, and the way to it is shown", async ({
  browser,
}) => {
  const page = await newPage(browser);
  const before = await newestMessageId(pulse.url);
  await page.goto("/signin");
  await givePassword(page, accounts.viewer);
  await giveCode(page, await codeAfter(pulse.url, before));
  await expect(refusal(page)).toHaveText("Your company asks you to sign in with its own account.");
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
});

test("a link with the end of somebody else's sign-in signs nobody in, and says so", async ({ browser }) => {
  // What the page would exchange is kept back, as somebody would who sends it to others.
  const attacker = await newPage(browser);
  await attacker.route("**/sso/redeem", (route) => route.abort());
  const sent = attacker.waitForRequest("**/sso/redeem");
  await toProvider(attacker, person.email);
  await signInAtProvider(attacker, "ina");
  const { ticket } = (await sent).postDataJSON() as { ticket: string };

  const page = await newPage(browser);
  await page.goto(`/signin/company#ticket=${ticket}`);
  await expect(refusal(page)).toHaveText(
    "This sign-in was already used, is too old, or was started in another browser. Try again.",
  );
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await signInAtProvider(page, "ina");
  await onMapOf(page, "Harbour Warehouse");
});
