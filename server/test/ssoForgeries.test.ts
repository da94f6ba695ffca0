import { ssoFailures, type SsoFailure } from "@pulse/contract/sso";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { company } from "./support/companyProvider.ts";
import { type Forgery, forgedProvider } from "./support/forgedProvider.ts";
import { fragmentOf, httpBrowser } from "./support/httpBrowser.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What a company's provider must not get through with, and what it does when it is ill.
let pulse: TestPulse;
let customer: NewCustomer;
let provider: Awaited<ReturnType<typeof forgedProvider>>;
/** The product's clock runs ahead by this, ms. */
let aheadMs = 0;
const email = "anna@company.test";
const day = 24 * 3600_000;

beforeAll(async () => {
  pulse = await testPulse(
    { PULSE_WEBHOOK_ALLOW: "127.0.0.1", PULSE_TRUST_PROXY: "127.0.0.1" },
    { now: () => Date.now() + aheadMs, providerTimeoutMs: 1500 },
  );
  provider = await forgedProvider();
  customer = await aCustomer(pulse);
  const body = {
    issuer: provider.issuer,
    client_id: company.clientId,
    client_secret: company.clientSecret,
    domains: ["company.test"],
  };
  await call(pulse, "PUT", `customers/${customer.id}/sso`, {
    token: await aToken(pulse, customer, "Administrator"),
    body,
  });
});
afterAll(async () => {
  provider.close();
  await pulse.stop();
});
beforeEach(async () => {
  aheadMs = 0;
  provider.forge({ claims: { email } });
  provider.instead(null);
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").where("action", "=", "sign_in_failed").execute();
});

const start = (browser = httpBrowser()) => browser.visit(`${pulse.url}/sso/start?email=${email}`);
const comeBack = async (): Promise<Record<string, string>> => {
  const browser = httpBrowser();
  const { location } = await start(browser);
  return fragmentOf((await browser.visit(provider.back(location!))).location);
};
const people = () => pulse.db.selectFrom("users").selectAll().orderBy("id").execute();
/** Checks that a way back ends with this reason, one audit entry with its sentence, and nothing else. */
const expectRefused = async (failure: SsoFailure, attempt = comeBack): Promise<void> => {
  const before = await people();
  expect(await attempt()).toMatchObject({ error: failure });
  expect(await people()).toEqual(before);
  await pulse.settled();
  const entries = await pulse.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("action", "=", "sign_in_failed")
    .execute();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ outcome: "refused", customer_id: customer.id });
  expect(JSON.stringify(entries[0]!.changes)).toContain(ssoFailures[failure]);
  expect(JSON.stringify(entries[0])).not.toContain(company.clientSecret);
};

const nowS = (): number => Math.floor(Date.now() / 1000);
const forgeries: [string, () => Forgery, SsoFailure][] = [
  ["for another client", () => ({ claims: { email, aud: "another" } }), "token_invalid"],
  ["of another issuer", () => ({ claims: { email, iss: "https://login.elsewhere.test" } }), "token_invalid"],
  ["with another nonce", () => ({ claims: { email, nonce: "another" } }), "token_invalid"],
  ["without a nonce", () => ({ claims: { email, nonce: undefined } }), "token_invalid"],
  ["without a subject", () => ({ claims: { email, sub: undefined } }), "token_invalid"],
  ["without a signature", () => ({ claims: { email }, signedWith: "none" }), "token_invalid"],
  ["signed with the client's secret", () => ({ claims: { email }, signedWith: "secret" }), "token_invalid"],
  ["signed by somebody else", () => ({ claims: { email }, signedWith: "foreignKey" }), "token_invalid"],
  ["that has expired", () => ({ claims: { email, exp: nowS() - 3600 } }), "clock_differs"],
  ["of yesterday", () => ({ claims: { email, iat: nowS() - 86_400 } }), "clock_differs"],
];

test.each(forgeries)("an ID token %s is refused", async (_what, forgery, failure) => {
  provider.forge(forgery());
  await expectRefused(failure);
});

test("the same provider's right token is accepted", async () => {
  expect(Object.keys(await comeBack())).toEqual(["ticket"]);
});

test("a ticket that was not exchanged within a minute is worth nothing", async () => {
  const browser = httpBrowser();
  const { location } = await start(browser);
  const { ticket } = fragmentOf((await browser.visit(provider.back(location!))).location);
  aheadMs = 61_000;
  const { status, content } = await browser.post(`${pulse.url}/sso/redeem`, { ticket });
  expect([status, content["details"]]).toMatchObject([400, [{ path: "ticket", code: "state_unknown" }]]);
});

test.each([
  ["ahead", day],
  ["behind", -day],
])("a clock that is %s by a day is named as the reason", async (_what, ms) => {
  aheadMs = ms;
  await expectRefused("clock_differs");
});

test("a provider that answers with a failure is named, and nothing is asked of it twice", async () => {
  let asked = 0;
  provider.instead((response, path) => {
    if (path !== "/token") return false;
    asked++;
    response.writeHead(500).end("a page");
    return true;
  });
  await expectRefused("provider_unreachable");
  expect(asked).toBe(1);
});

test("a provider that hangs keeps nobody waiting", async () => {
  provider.instead((_response, path) => path === "/token");
  await expectRefused("provider_unreachable");
});

test("a provider whose answer never ends is given up", async () => {
  provider.instead((response, path) => {
    if (path !== "/token") return false;
    response.writeHead(200, { "content-type": "application/json" });
    response.write("{");
    return true;
  });
  await expectRefused("provider_unreachable");
});

test("a provider that redirects its answers is not followed", async () => {
  provider.instead((response, path) => {
    if (path !== "/token") return false;
    response.writeHead(307, { location: `${pulse.url}/healthz` }).end();
    return true;
  });
  await expectRefused("token_invalid");
});

test("an attempt that took longer than ten minutes has to begin again", async () => {
  const browser = httpBrowser();
  const { location } = await start(browser);
  aheadMs = 11 * 60_000;
  const back = provider.back(location!);
  expect(fragmentOf((await browser.visit(back)).location)).toEqual({ error: "state_unknown" });
});

test("a private address is reached only where the settings of the installation allow it", async () => {
  const walled = await testPulse({}, { keep: true });
  const { location } = await httpBrowser().visit(`${walled.url}/sso/start?email=${email}`);
  expect(fragmentOf(location)).toMatchObject({ error: "provider_unreachable" });
  await walled.stop();
});

test("calls are limited for each address", async () => {
  const statuses: number[] = [];
  for (let nth = 0; nth < 32; nth++) {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    statuses.push((await fetch(`${pulse.url}/sso/callback`, { redirect: "manual", headers })).status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([302, 429]);
});
