import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { company, companyProvider, type Directory } from "./support/companyProvider.ts";
import { fragmentOf, httpBrowser } from "./support/httpBrowser.ts";
import { aPerson, identityCall, password, tokensIn, tokensOf } from "./support/people.ts";
import { aRole, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Sign-in with the company's own account, against a real OpenID provider.
let pulse: TestPulse;
let customer: NewCustomer;
let administrator: string;
let provider: Awaited<ReturnType<typeof companyProvider>>;
const directory: Directory = {
  anna: {
    email: "anna@company.test",
    email_verified: true,
    given_name: "Anna",
    family_name: "Berg",
    groups: ["staff", "harbour"],
    realm_access: { roles: ["pulse-manager"] },
  },
};
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_WEBHOOK_ALLOW: "127.0.0.1" });
  provider = await companyProvider(`${pulse.url}/sso/callback`, directory);
});
afterAll(async () => {
  provider.close();
  await pulse.stop();
});
// Each test has a company of its own, whose domain nobody else has.
let domain: string;
beforeEach(async () => {
  domain = `company${++serial}.test`;
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});

const settings = (more: object = {}) => ({
  issuer: provider.issuer,
  client_id: company.clientId,
  client_secret: company.clientSecret,
  domains: [domain],
  ...more,
});
const put = (more: object = {}, token = administrator, id = customer.id) =>
  call(pulse, "PUT", `customers/${id}/sso`, { token, body: settings(more) });
/** Somebody at the company's provider. */
const employee = (claims: Record<string, unknown> = {}): { login: string; email: string } => {
  const login = `person${++serial}`;
  const email = `${login}@${domain}`;
  directory[login] = { email, email_verified: true, given_name: "Anna", family_name: "Berg", ...claims };
  return { login, email };
};
/** Goes to the provider and back; what the page in the end is handed. */
const comeBack = async (email: string, login: string, browser = httpBrowser()) => {
  const start = `${pulse.url}/sso/start?email=${encodeURIComponent(email)}`;
  const back = await browser.signInAt(start, login, pulse.url);
  return { back, browser, handed: fragmentOf((await browser.visit(back)).location) };
};
const redeem = async ({ user = "", code = "" }: Record<string, string>) => {
  const clientId = pulse.identity.pools.current.clientId;
  const begun = await identityCall(pulse, "InitiateAuth", {
    ClientId: clientId,
    AuthFlow: "CUSTOM_AUTH",
    AuthParameters: { USERNAME: user },
  });
  const { body } = await identityCall(pulse, "RespondToAuthChallenge", {
    ClientId: clientId,
    ChallengeName: "CUSTOM_CHALLENGE",
    Session: begun.body["Session"],
    ChallengeResponses: { USERNAME: user, ANSWER: code },
  });
  return tokensIn(body).idToken;
};
const signIn = async (email: string, login: string): Promise<string> => redeem((await comeBack(email, login)).handed);
const me = async (token: string) => (await call(pulse, "GET", "users/me", { token })).content;
const failures = async () => {
  await pulse.settled();
  const rows = await pulse.db.selectFrom("audit_entries").selectAll().where("action", "=", "sign_in_failed").execute();
  return rows.filter(({ customer_id: id }) => id === customer.id);
};

test("somebody signs in with the company's account: made at the first time, with the role and group of their claims", async () => {
  const manager = await aRole(pulse, customer, ["user_management.r"]);
  expect(
    (
      await put({
        role_claim: "realm_access.roles",
        role_map: [{ value: "pulse-manager", role_id: manager }],
        group_claim: "groups",
        group_map: [{ value: "harbour", group_id: customer.groupId }],
        default_role_id: customer.roleIds.Viewer,
      })
    ).status,
  ).toBe(200);
  const { login, email } = employee({ groups: ["staff", "harbour"], realm_access: { roles: ["pulse-manager"] } });
  const token = await signIn(email, login);
  expect(await me(token)).toMatchObject({
    email,
    given_name: "Anna",
    family_name: "Berg",
    customer_id: customer.id,
    role_id: manager,
    user_group_id: customer.groupId,
    signed_in_with_sso: true,
    is_superadmin: false,
  });
  await pulse.settled();
  const entries = await pulse.db.selectFrom("audit_entries").selectAll().where("user_email", "=", email).execute();
  expect(entries.map(({ action }) => action).toSorted()).toEqual(["create", "sign_in"]);

  // The provider says something else a day later.
  directory[login] = { ...directory[login], realm_access: { roles: [] }, groups: [] };
  const later = await me(await signIn(email, login));
  expect(later).toMatchObject({ id: (await me(token))["id"], role_id: customer.roleIds.Viewer, user_group_id: null });
});

test("a provider that sends only the subject in its ID token is asked for the rest", async () => {
  const own = await companyProvider(`${pulse.url}/sso/callback`, directory, { conformIdTokenClaims: true });
  await put({ issuer: own.issuer, default_role_id: customer.roleIds.Viewer });
  const { login, email } = employee();
  expect(await me(await signIn(email, login))).toMatchObject({ email, role_id: customer.roleIds.Viewer });
  own.close();
});

test("a client that is registered for its secret in the body is accepted, too", async () => {
  const own = await companyProvider(`${pulse.url}/sso/callback`, directory, {
    clients: [
      {
        client_id: company.clientId,
        client_secret: company.clientSecret,
        redirect_uris: [`${pulse.url}/sso/callback`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
  });
  await put({ issuer: own.issuer });
  const { login, email } = employee();
  expect(await me(await signIn(email, login))).toMatchObject({ email });
  own.close();
});

test("somebody with a password keeps their account, and their subject counts from then on", async () => {
  await put();
  const { login, email } = employee();
  const person = await aPerson(pulse, customer);
  await pulse.db.updateTable("users").set({ email }).where("id", "=", person.userId).execute();
  expect(await me(await signIn(email, login))).toMatchObject({ id: person.userId, role_id: customer.roleIds.Viewer });
  directory[login] = { ...directory[login], email: `renamed.${email}` };
  expect(await me(await signIn(`renamed.${email}`, login))).toMatchObject({ id: person.userId, email });

  // The address is given to somebody else.
  const next = employee({ email });
  const { handed } = await comeBack(email, next.login);
  expect(handed).toEqual({ error: "subject_changed" });
  expect(await failures()).toHaveLength(1);
});

test("people of other customers and superadmins never come in through a customer's provider", async () => {
  await put();
  const { login, email } = employee();
  const stranger = await aPerson(pulse, await aCustomer(pulse));
  await pulse.db.updateTable("users").set({ email }).where("id", "=", stranger.userId).execute();
  expect((await comeBack(email, login)).handed).toEqual({ error: "account_elsewhere" });
  await pulse.db
    .updateTable("users")
    .set({ customer_id: customer.id, is_superadmin: true })
    .where("id", "=", stranger.userId)
    .execute();
  expect((await comeBack(email, login)).handed).toEqual({ error: "account_elsewhere" });
  expect(await failures()).toHaveLength(2);
});

test.each([
  ["an unverified address", { email_verified: false }, "email_unverified"],
  ["an address of which nothing is said", { email_verified: undefined }, "email_unverified"],
  ["no address", { email: undefined }, "email_missing"],
  ["an address of another domain", { email: "somebody@elsewhere.test" }, "domain_foreign"],
])("%s is refused with a sentence, one audit entry and nothing else", async (_what, claims, failure) => {
  await put();
  const { login, email } = employee(claims);
  const before = await pulse.db.selectFrom("users").selectAll().execute();
  const { handed } = await comeBack(email, login);
  expect(handed).toEqual({ error: failure });
  expect(await pulse.db.selectFrom("users").selectAll().execute()).toEqual(before);
  const [entry, ...more] = await failures();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ outcome: "refused", ip: "127.0.0.1" });
});

test("Microsoft's own statement about an address counts as well", async () => {
  const own = await companyProvider(`${pulse.url}/sso/callback`, directory, {
    claims: { openid: ["sub"], email: ["email", "xms_edov"] },
  });
  await put({ issuer: own.issuer });
  const { login, email } = employee({ email_verified: undefined, xms_edov: "1" });
  expect(await me(await signIn(email, login))).toMatchObject({ email });
  own.close();
});

test("a way back works once, and only in the browser that began it", async () => {
  await put();
  const { login, email } = employee();
  const { back, browser, handed } = await comeBack(email, login);
  expect(Object.keys(handed)).toEqual(["user", "code"]);
  expect(fragmentOf((await browser.visit(back)).location)).toEqual({ error: "state_unknown" });

  const start = `${pulse.url}/sso/start?email=${email}`;
  const other = httpBrowser();
  const stolen = await httpBrowser().signInAt(start, login, pulse.url);
  expect(fragmentOf((await other.visit(stolen)).location)).toEqual({ error: "state_unknown" });
  expect(fragmentOf((await other.visit(`${pulse.url}/sso/callback?code=x&state=made-up`)).location)).toEqual({
    error: "state_unknown",
  });
});

test("somebody who declines at the provider is told so", async () => {
  await put();
  const browser = httpBrowser();
  const { email } = employee();
  const { location } = await browser.visit(`${pulse.url}/sso/start?email=${email}`);
  const state = new URL(location!).searchParams.get("state");
  const iss = encodeURIComponent(provider.issuer);
  const back = `${pulse.url}/sso/callback?error=access_denied&state=${state}&iss=${iss}`;
  expect(fragmentOf((await browser.visit(back)).location)).toEqual({ error: "provider_refused" });
  expect(await failures()).toHaveLength(1);
});

test("an address whose company has no account here is sent back with a sentence", async () => {
  const { location, status } = await httpBrowser().visit(`${pulse.url}/sso/start?email=a@nowhere.test`);
  expect([status, fragmentOf(location)]).toEqual([302, { error: "not_configured", email: "a@nowhere.test" }]);
  const wrong = await httpBrowser().visit(`${pulse.url}/sso/start`);
  expect(fragmentOf(wrong.location)).toMatchObject({ error: "not_configured" });
});

test("the settings are shown without the secret, which is stored sealed", async () => {
  const answer = await put({ role_claim: "" });
  expect(answer.content).toMatchObject({
    issuer: provider.issuer,
    client_id: company.clientId,
    has_client_secret: true,
    domains: [domain],
    role_claim: null,
    requires_sso: false,
    tested_at: null,
    redirect_uri: `${pulse.url}/sso/callback`,
    scim_url: `${pulse.url}/scim/v2`,
  });
  expect(answer.text).not.toContain(company.clientSecret);
  const stored = JSON.stringify(await pulse.db.selectFrom("customer_sso").selectAll().execute());
  expect(stored).not.toContain(company.clientSecret);
  await pulse.settled();
  const audit = JSON.stringify(await pulse.db.selectFrom("audit_entries").selectAll().execute());
  expect(audit).not.toContain(company.clientSecret);

  // A form that does not know the secret keeps it.
  const again = await put({ client_secret: "" });
  expect(again.content).toMatchObject({ has_client_secret: true });
  const { login, email } = employee();
  expect(await me(await signIn(email, login))).toMatchObject({ email });

  const gone = await call(pulse, "DELETE", `customers/${customer.id}/sso`, { token: administrator });
  expect([gone.status, gone.content]).toEqual([200, { id: customer.id }]);
  const get = await call(pulse, "GET", `customers/${customer.id}/sso`, { token: administrator });
  expect([get.status, get.content["code"]]).toEqual([404, "not_found"]);
});

test.each([
  ["an issuer without TLS", { issuer: "http://login.example.com" }, "issuer"],
  ["an issuer of any company", { issuer: "https://login.microsoftonline.com/common/v2.0" }, "issuer"],
  ["an issuer with a query", { issuer: "https://login.example.com/?a=b" }, "issuer"],
  ["no domain", { domains: [] }, "domains"],
  ["what is no domain", { domains: ["company"] }, "domains[0]"],
  ["a role of nobody", { default_role_id: "0198c1b2-0000-7000-8000-000000000000" }, "default_role_id"],
])("%s is refused at its field", async (_what, wrong, path) => {
  const answer = await put(wrong);
  expect(answer.status).toBe(400);
  expect(answer.content["details"]).toMatchObject([{ path }]);
  expect((await call(pulse, "GET", `customers/${customer.id}/sso`, { token: administrator })).status).toBe(404);
});

test("a domain belongs to one customer, and is nobody's who shares it with people of others", async () => {
  await put();
  const other = await aCustomer(pulse);
  const theirs = await aToken(pulse, other, "Administrator");
  const taken = await put({}, theirs, other.id);
  expect([taken.status, taken.content["code"], taken.content["message"]]).toEqual([
    409,
    "already_exists",
    "This email domain already belongs to somebody else",
  ]);
  expect(taken.content["details"]).toMatchObject([{ path: "domains[0]", code: "domain_taken" }]);

  const person = await aPerson(pulse, customer);
  await pulse.db
    .updateTable("users")
    .set({ email: `a@shared${serial}.test` })
    .where("id", "=", person.userId)
    .execute();
  const shared = { domains: [`shared${serial}.test`] };
  expect((await put(shared, theirs, other.id)).status).toBe(409);
  expect((await put(shared, await aToken(pulse, null, null), other.id)).status).toBe(200);
});

test("nobody sets up a sign-in as people who have more than they have themselves", async () => {
  const token = await tokenWith(pulse, customer, ["role_management.u"]);
  const granting = await put({ default_role_id: customer.roleIds.Administrator }, token);
  expect([granting.status, granting.content["details"]]).toMatchObject([403, [{ path: "default_role_id" }]]);
  const person = await aPerson(pulse, customer);
  await pulse.db
    .updateTable("users")
    .set({ email: `boss@${domain}`, role_id: customer.roleIds.Administrator })
    .where("id", "=", person.userId)
    .execute();
  const impersonating = await put({}, token);
  expect([impersonating.status, impersonating.content["details"]]).toMatchObject([403, [{ path: "domains" }]]);
  expect((await put({}, await tokenWith(pulse, customer, ["role_management.r"]))).status).toBe(403);
  expect((await put({}, await aToken(pulse, await aCustomer(pulse), "Administrator"))).status).toBe(404);
});

test("a trial shows what would happen, makes nobody, and lets the sign-in be required", async () => {
  await put({ default_role_id: customer.roleIds.Viewer });
  const early = await put({ requires_sso: true });
  expect([early.status, early.content["details"]]).toMatchObject([400, [{ path: "requires_sso" }]]);
  const superadmin = await aToken(pulse, null, null);
  const asSuperadmin = (requires: boolean) =>
    call(pulse, "PUT", `customers/${customer.id}`, { token: superadmin, body: { config: { requires_sso: requires } } });
  expect((await asSuperadmin(true)).content["details"]).toMatchObject([{ path: "config.requires_sso" }]);

  const { login, email } = employee();
  const test = await call(pulse, "POST", `customers/${customer.id}/sso/test`, { token: administrator });
  const browser = httpBrowser();
  const back = await browser.signInAt(String(test.content["url"]), login, pulse.url);
  const { location } = await browser.visit(back);
  expect(new URL(location!).pathname).toBe("/access/sso");
  expect(fragmentOf(location)).toEqual({ test: "ok", email, role: "Viewer", group: "" });
  expect(await pulse.db.selectFrom("users").select("id").where("email", "=", email).execute()).toEqual([]);

  expect((await put({ requires_sso: true, default_role_id: customer.roleIds.Viewer })).content).toMatchObject({
    requires_sso: true,
  });
  expect((await asSuperadmin(false)).status).toBe(200);
  expect((await asSuperadmin(true)).status).toBe(200);
});

test("a trial with a provider that does not answer says so at the issuer", async () => {
  await put({ issuer: "http://127.0.0.1:9" });
  const test = await call(pulse, "POST", `customers/${customer.id}/sso/test`, { token: administrator });
  expect([test.status, test.content["details"]]).toMatchObject([
    400,
    [{ path: "issuer", message: "does not answer as an OpenID provider" }],
  ]);
});

test("where the company's sign-in is required, passwords are not enough for its people, and others keep theirs", async () => {
  await put();
  const { login, email } = employee();
  const token = await signIn(email, login);
  const [own, external] = [await aPerson(pulse, customer), await aPerson(pulse, customer)];
  await pulse.db
    .updateTable("users")
    .set({ email: `own${serial}@${domain}` })
    .where("id", "=", own.userId)
    .execute();
  const byPassword = (await tokensOf(pulse, own.email, password)).idToken;
  expect((await call(pulse, "GET", "users/me", { token: byPassword })).status).toBe(200);

  expect((await put({ requires_sso: true })).content).toMatchObject({ requires_sso: true });
  const refused = await call(pulse, "GET", "users/me", { token: byPassword });
  expect([refused.status, refused.content["code"]]).toEqual([401, "sso_required"]);
  expect((await call(pulse, "GET", "users/me", { token })).status).toBe(200);
  const outside = (await tokensOf(pulse, external.email, password)).idToken;
  expect((await call(pulse, "GET", "users/me", { token: outside })).status).toBe(200);
  expect((await call(pulse, "GET", "customers", { token: await aToken(pulse, null, null) })).status).toBe(200);

  // Another client has not let anybody in yet, so it cannot be the only way.
  const changed = await put({ client_id: "another" });
  expect(changed.content).toMatchObject({ requires_sso: false, tested_at: null });
  expect((await call(pulse, "GET", "users/me", { token: byPassword })).status).toBe(200);
});

test("a deactivated or deleted person stays out", async () => {
  await put();
  const { login, email } = employee();
  const token = await signIn(email, login);
  await pulse.db.updateTable("users").set({ active: false }).where("email", "=", email).execute();
  expect((await comeBack(email, login)).handed).toEqual({ error: "account_disabled" });
  await pulse.db.updateTable("users").set({ active: true }).where("email", "=", email).execute();
  const id = String((await me(token))["id"]);
  expect((await call(pulse, "DELETE", `users/${id}`, { token: administrator })).status).toBe(200);
  // The company may let them come back, as somebody new.
  expect((await me(await signIn(email, login)))["id"]).not.toBe(id);
});

test("an address that somebody else signed up with, unconfirmed, becomes its owner's", async () => {
  await put();
  const { login, email } = employee();
  const code = await pulse.db
    .selectFrom("customers")
    .select("customer_code")
    .where("id", "=", customer.id)
    .executeTakeFirstOrThrow();
  const body = {
    email,
    given_name: "Not",
    family_name: "Anna",
    customer_code: code.customer_code,
    password: "Thief-of-names-1",
  };
  expect((await call(pulse, "POST", "signup", { body })).status).toBe(201);
  expect(await me(await signIn(email, login))).toMatchObject({ email, given_name: "Anna" });
  const { body: refused } = await identityCall(pulse, "InitiateAuth", {
    ClientId: pulse.identity.pools.current.clientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: email, PASSWORD: "Thief-of-names-1" },
  });
  expect(refused["message"]).toBe("Incorrect username or password.");
});
