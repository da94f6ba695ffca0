import { expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { companyDesk } from "./support/companyDesk.ts";
import { company } from "./support/companyProvider.ts";
import { fragmentOf, httpBrowser } from "./support/httpBrowser.ts";
import { aPerson } from "./support/people.ts";
import { tokenWith } from "./support/rights.ts";

// How a company's sign-in is set up, tried and taken away.
const { here, put, employee, signIn, me } = companyDesk();

test("the settings are shown without the secret, which is stored sealed", async () => {
  const answer = await put({ role_claim: "" });
  expect(answer.content).toMatchObject({
    issuer: here.provider.issuer,
    client_id: company.clientId,
    has_client_secret: true,
    domains: [here.domain],
    role_claim: null,
    requires_sso: false,
    tested_at: null,
    redirect_uri: `${here.pulse.url}/sso/callback`,
    scim_url: `${here.pulse.url}/scim/v2`,
  });
  expect(answer.text).not.toContain(company.clientSecret);
  const stored = JSON.stringify(await here.pulse.db.selectFrom("customer_sso").selectAll().execute());
  expect(stored).not.toContain(company.clientSecret);
  await here.pulse.settled();
  const audit = JSON.stringify(await here.pulse.db.selectFrom("audit_entries").selectAll().execute());
  expect(audit).not.toContain(company.clientSecret);

  // A form that does not know the secret keeps it.
  const again = await put({ client_secret: "" });
  expect(again.content).toMatchObject({ has_client_secret: true });
  const { login, email } = employee();
  expect(await me(await signIn(email, login))).toMatchObject({ email });

  const gone = await call(here.pulse, "DELETE", `customers/${here.customer.id}/sso`, { token: here.administrator });
  expect([gone.status, gone.content]).toEqual([200, { id: here.customer.id }]);
  const get = await call(here.pulse, "GET", `customers/${here.customer.id}/sso`, { token: here.administrator });
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
  expect(
    (await call(here.pulse, "GET", `customers/${here.customer.id}/sso`, { token: here.administrator })).status,
  ).toBe(404);
});

test("what a change of the settings leaves out stays, and what a first one leaves out is named", async () => {
  const path = `customers/${here.customer.id}/sso`;
  const change = (body: object) => call(here.pulse, "PUT", path, { token: here.administrator, body });
  const first = await change({ client_id: company.clientId });
  expect([first.status, first.content["code"], first.content["details"]]).toMatchObject([
    400,
    "field_required",
    [{ path: "issuer" }, { path: "domains" }],
  ]);
  const before: Record<string, unknown> = (await put({ role_claim: "jobs", group_claim: "sites" })).content;
  const { status, content } = await change({ group_claim: null });
  expect([status, content]).toEqual([200, { ...before, group_claim: null, version: content["version"] }]);
  await call(here.pulse, "DELETE", path, { token: here.administrator });
});

test("a domain belongs to one customer, and is nobody's who shares it with people of others", async () => {
  await put();
  const other = await aCustomer(here.pulse);
  const theirs = await aToken(here.pulse, other, "Administrator");
  const taken = await put({}, theirs, other.id);
  expect([taken.status, taken.content["code"], taken.content["message"]]).toEqual([
    409,
    "already_exists",
    "This email domain already belongs to somebody else",
  ]);
  expect(taken.content["details"]).toMatchObject([{ path: "domains[0]", code: "domain_taken" }]);

  const person = await aPerson(here.pulse, here.customer);
  await here.pulse.db
    .updateTable("users")
    .set({ email: `a@shared-${here.domain}` })
    .where("id", "=", person.userId)
    .execute();
  const shared = { domains: [`shared-${here.domain}`] };
  expect((await put(shared, theirs, other.id)).status).toBe(409);
  expect((await put(shared, await aToken(here.pulse, null, null), other.id)).status).toBe(200);
});

test("nobody sets up a sign-in as people who have more than they have themselves", async () => {
  const token = await tokenWith(here.pulse, here.customer, ["role_management.u"]);
  const granting = await put({ default_role_id: here.customer.roleIds.Administrator }, token);
  expect([granting.status, granting.content["details"]]).toMatchObject([403, [{ path: "default_role_id" }]]);
  const person = await aPerson(here.pulse, here.customer);
  await here.pulse.db
    .updateTable("users")
    .set({ email: `boss@${here.domain}`, role_id: here.customer.roleIds.Administrator })
    .where("id", "=", person.userId)
    .execute();
  const impersonating = await put({}, token);
  expect([impersonating.status, impersonating.content["details"]]).toMatchObject([403, [{ path: "domains" }]]);
  expect((await put({}, await tokenWith(here.pulse, here.customer, ["role_management.r"]))).status).toBe(403);
  expect((await put({}, await aToken(here.pulse, await aCustomer(here.pulse), "Administrator"))).status).toBe(404);
});

test("a stranger of another customer reads, changes, tries and removes nothing of a company's sign-in", async () => {
  await put();
  const stranger = await aToken(here.pulse, await aCustomer(here.pulse), "Administrator");
  const settings = `customers/${here.customer.id}/sso`;
  const before = await call(here.pulse, "GET", settings, { token: here.administrator });
  const asked = [
    await call(here.pulse, "GET", settings, { token: stranger }),
    await put({ client_id: "theirs" }, stranger),
    await call(here.pulse, "POST", `${settings}/test`, { token: stranger }),
    await call(here.pulse, "DELETE", settings, { token: stranger }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  for (const { text } of asked) expect(text).not.toContain(here.domain);
  const after = await call(here.pulse, "GET", settings, { token: here.administrator });
  expect(after.content).toEqual(before.content);
});

test("a trial shows what would happen, makes nobody, and lets the sign-in be required", async () => {
  await put({ default_role_id: here.customer.roleIds.Viewer });
  const early = await put({ requires_sso: true });
  expect([early.status, early.content["details"]]).toMatchObject([400, [{ path: "requires_sso" }]]);
  const superadmin = await aToken(here.pulse, null, null);
  const asSuperadmin = (requires: boolean) =>
    call(here.pulse, "PUT", `customers/${here.customer.id}`, {
      token: superadmin,
      body: { config: { requires_sso: requires } },
    });
  expect((await asSuperadmin(true)).content["details"]).toMatchObject([{ path: "config.requires_sso" }]);

  const { login, email } = employee();
  const trial = await call(here.pulse, "POST", `customers/${here.customer.id}/sso/test`, { token: here.administrator });
  const browser = httpBrowser();
  const back = await browser.signInAt(String(trial.content["url"]), login, here.pulse.url);
  const { location } = await browser.visit(back);
  expect(new URL(location!).pathname).toBe("/access/sso");
  expect(fragmentOf(location)).toEqual({ test: "ok", email, role: "Viewer", group: "" });
  expect(await here.pulse.db.selectFrom("users").select("id").where("email", "=", email).execute()).toEqual([]);

  expect((await put({ requires_sso: true, default_role_id: here.customer.roleIds.Viewer })).content).toMatchObject({
    requires_sso: true,
  });
  expect((await asSuperadmin(false)).status).toBe(200);
  expect((await asSuperadmin(true)).status).toBe(200);
});

test("a trial with a provider that does not answer says so at the issuer", async () => {
  await put({ issuer: "http://127.0.0.1:9" });
  const trial = await call(here.pulse, "POST", `customers/${here.customer.id}/sso/test`, { token: here.administrator });
  expect([trial.status, trial.content["details"]]).toMatchObject([
    400,
    [{ path: "issuer", message: "does not answer as an OpenID provider" }],
  ]);
});
