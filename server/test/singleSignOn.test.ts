import { expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { companyDesk } from "./support/companyDesk.ts";
import { company, companyProvider } from "./support/companyProvider.ts";
import { fragmentOf, httpBrowser } from "./support/httpBrowser.ts";
import { aPerson, identityCall, password, tokensOf } from "./support/people.ts";
import { aRole } from "./support/rights.ts";

// Sign-in with the company's own account, against a real OpenID provider.
const { here, put, employee, comeBack, exchange, redeem, signIn, me, failures } = companyDesk();

test("somebody signs in with the company's account: made at the first time, with the role and group of their claims", async () => {
  const manager = await aRole(here.pulse, here.customer, ["user_management.r"]);
  expect(
    (
      await put({
        role_claim: "realm_access.roles",
        role_map: [{ value: "pulse-manager", role_id: manager }],
        group_claim: "groups",
        group_map: [{ value: "harbour", group_id: here.customer.groupId }],
        default_role_id: here.customer.roleIds.Viewer,
      })
    ).status,
  ).toBe(200);
  const { login, email } = employee({ groups: ["staff", "harbour"], realm_access: { roles: ["pulse-manager"] } });
  const token = await signIn(email, login);
  expect(await me(token)).toMatchObject({
    email,
    given_name: "Anna",
    family_name: "Berg",
    customer_id: here.customer.id,
    role_id: manager,
    user_group_id: here.customer.groupId,
    signed_in_with_sso: true,
    is_superadmin: false,
  });
  await here.pulse.settled();
  const entries = await here.pulse.db.selectFrom("audit_entries").selectAll().where("user_email", "=", email).execute();
  expect(entries.map(({ action }) => action).toSorted()).toEqual(["create", "sign_in"]);

  // The provider says something else a day later.
  here.directory[login] = { ...here.directory[login], realm_access: { roles: [] }, groups: [] };
  const later = await me(await signIn(email, login));
  expect(later).toMatchObject({
    id: (await me(token))["id"],
    role_id: here.customer.roleIds.Viewer,
    user_group_id: null,
  });
});

test("somebody whose claims stand for a role or group that was deleted is not let in with another one", async () => {
  const remove = (path: string) => call(here.pulse, "DELETE", path, { token: here.administrator });
  const role = await aRole(here.pulse, here.customer, ["user_management.r"]);
  const maps = {
    role_claim: "roles",
    role_map: [{ value: "manager", role_id: role }],
    default_role_id: here.customer.roleIds.Operator,
  };
  expect((await put(maps)).status).toBe(200);
  const { login, email } = employee({ roles: ["manager"] });
  expect((await remove(`roles/${role}`)).status).toBe(200);
  expect((await comeBack(email, login)).handed).toEqual({ error: "role_removed" });
  expect(await here.pulse.db.selectFrom("users").select("id").where("email", "=", email).execute()).toEqual([]);
  const [entry] = await failures();
  expect(JSON.stringify(entry!.changes)).toContain("the role for manager was deleted");
  // Whoever the row is not about comes in.
  here.directory[login] = { ...here.directory[login], roles: ["other"] };
  expect(await me(await signIn(email, login))).toMatchObject({ role_id: here.customer.roleIds.Operator });
  // The settings cannot be saved with it.
  const again = await put(maps);
  expect([again.status, again.content["details"]]).toMatchObject([400, [{ path: "role_map[0].role_id" }]]);

  const { content: group } = await call(here.pulse, "POST", "groups", {
    token: here.administrator,
    body: { name: "Harbour", site_ids: [] },
  });
  await put({ group_claim: "groups", group_map: [{ value: "harbour", group_id: group["id"] }] });
  expect((await remove(`groups/${String(group["id"])}`)).status).toBe(200);
  here.directory[login] = { ...here.directory[login], groups: ["harbour"] };
  expect((await comeBack(email, login)).handed).toEqual({ error: "role_removed" });
});

test("a provider that sends only the subject in its ID token is asked for the rest", async () => {
  const own = await companyProvider(here.redirectUri, here.directory, { conformIdTokenClaims: true });
  await put({ issuer: own.issuer, default_role_id: here.customer.roleIds.Viewer });
  const { login, email } = employee();
  expect(await me(await signIn(email, login))).toMatchObject({ email, role_id: here.customer.roleIds.Viewer });
  own.close();
});

test("a client that is registered for its secret in the body is accepted, too", async () => {
  const own = await companyProvider(here.redirectUri, here.directory, {
    clients: [
      {
        client_id: company.clientId,
        client_secret: company.clientSecret,
        redirect_uris: [`${here.pulse.url}/sso/callback`],
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
  const person = await aPerson(here.pulse, here.customer);
  await here.pulse.db.updateTable("users").set({ email }).where("id", "=", person.userId).execute();
  expect(await me(await signIn(email, login))).toMatchObject({
    id: person.userId,
    role_id: here.customer.roleIds.Viewer,
  });
  here.directory[login] = { ...here.directory[login], email: `renamed.${email}` };
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
  const stranger = await aPerson(here.pulse, await aCustomer(here.pulse));
  await here.pulse.db.updateTable("users").set({ email }).where("id", "=", stranger.userId).execute();
  expect((await comeBack(email, login)).handed).toEqual({ error: "account_elsewhere" });
  await here.pulse.db
    .updateTable("users")
    .set({ customer_id: here.customer.id, is_superadmin: true })
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
  const before = await here.pulse.db.selectFrom("users").selectAll().execute();
  const { handed } = await comeBack(email, login);
  expect(handed).toEqual({ error: failure });
  expect(await here.pulse.db.selectFrom("users").selectAll().execute()).toEqual(before);
  const [entry, ...more] = await failures();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ outcome: "refused", ip: "127.0.0.1" });
});

test("Microsoft's own statement about an address counts as well", async () => {
  const own = await companyProvider(here.redirectUri, here.directory, {
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
  expect(Object.keys(handed)).toEqual(["ticket"]);
  expect(fragmentOf((await browser.visit(back)).location)).toEqual({ error: "state_unknown" });

  const start = `${here.pulse.url}/sso/start?email=${email}`;
  const other = httpBrowser();
  const stolen = await httpBrowser().signInAt(start, login, here.pulse.url);
  expect(fragmentOf((await other.visit(stolen)).location)).toEqual({ error: "state_unknown" });
  expect(fragmentOf((await other.visit(`${here.pulse.url}/sso/callback?code=x&state=made-up`)).location)).toEqual({
    error: "state_unknown",
  });
});

const notThisBrowser = {
  status: 400,
  content: { code: "invalid_parameter", details: [{ path: "ticket", code: "state_unknown" }] },
};

test("what a sign-in ends with signs nobody in but in the browser that began it", async () => {
  await put();
  const { login, email } = employee();
  const { browser, handed } = await comeBack(email, login);
  // The address holds nothing that the identity provider takes.
  await expect(redeem(handed)).rejects.toThrow();

  // Somebody is lured to the address: with no cookie, and with that of a sign-in of their own.
  expect(await exchange(httpBrowser(), handed["ticket"])).toMatchObject(notThisBrowser);
  const own = employee();
  const lured = await comeBack(own.email, own.login);
  const second = await comeBack(email, login, browser);
  expect(await exchange(lured.browser, second.handed["ticket"])).toMatchObject(notThisBrowser);
  expect(await failures()).toHaveLength(2);
  const { content } = await exchange(lured.browser, lured.handed["ticket"]);
  expect(await me(await redeem(content))).toMatchObject({ email: own.email });
});

test("a ticket is exchanged once, and a made-up one never", async () => {
  await put();
  const { login, email } = employee();
  const { browser, handed } = await comeBack(email, login);
  const { status, content } = await exchange(browser, handed["ticket"]);
  expect([status, Object.keys(content)]).toEqual([200, ["user", "code"]]);
  expect(await exchange(browser, handed["ticket"])).toMatchObject(notThisBrowser);
  expect(await exchange(browser, "made-up")).toMatchObject(notThisBrowser);
  expect((await exchange(browser, undefined)).status).toBe(400);
  expect(await me(await redeem(content))).toMatchObject({ email });
});

test("somebody who declines at the provider is told so", async () => {
  await put();
  const browser = httpBrowser();
  const { email } = employee();
  const { location } = await browser.visit(`${here.pulse.url}/sso/start?email=${email}`);
  const state = new URL(location!).searchParams.get("state");
  const iss = encodeURIComponent(here.provider.issuer);
  const back = `${here.pulse.url}/sso/callback?error=access_denied&state=${state}&iss=${iss}`;
  expect(fragmentOf((await browser.visit(back)).location)).toEqual({ error: "provider_refused" });
  expect(await failures()).toHaveLength(1);
});

test("an address whose company has no account here is sent back with a sentence", async () => {
  const { location, status } = await httpBrowser().visit(`${here.pulse.url}/sso/start?email=a@nowhere.test`);
  expect([status, fragmentOf(location)]).toEqual([302, { error: "not_configured", email: "a@nowhere.test" }]);
  const wrong = await httpBrowser().visit(`${here.pulse.url}/sso/start`);
  expect(fragmentOf(wrong.location)).toMatchObject({ error: "not_configured" });
});

test("where the company's sign-in is required, passwords are not enough for its people, and others keep theirs", async () => {
  await put();
  const { login, email } = employee();
  const token = await signIn(email, login);
  const [own, external] = [await aPerson(here.pulse, here.customer), await aPerson(here.pulse, here.customer)];
  await here.pulse.db
    .updateTable("users")
    .set({ email: `own@${here.domain}` })
    .where("id", "=", own.userId)
    .execute();
  const byPassword = (await tokensOf(here.pulse, own.email, password)).idToken;
  expect((await call(here.pulse, "GET", "users/me", { token: byPassword })).status).toBe(200);

  expect((await put({ requires_sso: true })).content).toMatchObject({ requires_sso: true });
  const refused = await call(here.pulse, "GET", "users/me", { token: byPassword });
  expect([refused.status, refused.content["code"]]).toEqual([401, "sso_required"]);
  expect((await call(here.pulse, "GET", "users/me", { token })).status).toBe(200);
  const outside = (await tokensOf(here.pulse, external.email, password)).idToken;
  expect((await call(here.pulse, "GET", "users/me", { token: outside })).status).toBe(200);
  expect((await call(here.pulse, "GET", "customers", { token: await aToken(here.pulse, null, null) })).status).toBe(
    200,
  );

  // Another client has not let anybody in yet, so it cannot be the only way.
  const changed = await put({ client_id: "another" });
  expect(changed.content).toMatchObject({ requires_sso: false, tested_at: null });
  expect((await call(here.pulse, "GET", "users/me", { token: byPassword })).status).toBe(200);
});

test("a deactivated or deleted person stays out", async () => {
  await put();
  const { login, email } = employee();
  const token = await signIn(email, login);
  await here.pulse.db.updateTable("users").set({ active: false }).where("email", "=", email).execute();
  expect((await comeBack(email, login)).handed).toEqual({ error: "account_disabled" });
  await here.pulse.db.updateTable("users").set({ active: true }).where("email", "=", email).execute();
  const id = String((await me(token))["id"]);
  expect((await call(here.pulse, "DELETE", `users/${id}`, { token: here.administrator })).status).toBe(200);
  // The company may let them come back, as somebody new.
  expect((await me(await signIn(email, login)))["id"]).not.toBe(id);
});

test("an address that somebody else signed up with, unconfirmed, becomes its owner's", async () => {
  await put();
  const { login, email } = employee();
  const code = await here.pulse.db
    .selectFrom("customers")
    .select("customer_code")
    .where("id", "=", here.customer.id)
    .executeTakeFirstOrThrow();
  const body = {
    email,
    given_name: "Not",
    family_name: "Anna",
    customer_code: code.customer_code,
    password: "Thief-of-names-1",
  };
  expect((await call(here.pulse, "POST", "signup", { body })).status).toBe(201);
  expect(await me(await signIn(email, login))).toMatchObject({ email, given_name: "Anna" });
  const { body: refused } = await identityCall(here.pulse, "InitiateAuth", {
    ClientId: here.pulse.identity.pools.current.clientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: email, PASSWORD: "Thief-of-names-1" },
  });
  expect(refused["message"]).toBe("Incorrect username or password.");
});
