import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { auditRepository } from "../src/platform/audit/audit.repository.ts";
import { auditLog, type AuditNote } from "../src/platform/audit/audit.service.ts";
import { auditSpool } from "../src/platform/audit/auditSpool.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken } from "./support/builders.ts";
import { aPerson, codeTo, identityCall, otherThan, password, passwordSignIn, tokensOf } from "./support/people.ts";
import { temporaryFolder } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
});

async function entries() {
  await pulse.settled();
  return pulse.db.selectFrom("audit_entries").selectAll().orderBy("ts").orderBy("id").execute();
}
const actions = async (): Promise<string[]> => (await entries()).map(({ action, outcome }) => `${action} ${outcome}`);

test("a sign-in is recorded with person, address and request", async () => {
  const person = await aPerson(pulse, customer);
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  await tokensOf(pulse, person.email);
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    action: "sign_in",
    outcome: "ok",
    user_id: person.userId,
    user_email: person.email,
    customer_id: customer.id,
    ip: "127.0.0.1",
    user_agent: "a browser",
    entity_kind: "user",
    entity_id: person.userId,
    entity_name: person.email,
  });
  expect(entry?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(Math.abs(Date.now() - (entry?.ts.getTime() ?? 0))).toBeLessThan(60_000);
});

test("refused sign-ins are recorded: a wrong password, an unknown person, a wrong code", async () => {
  const person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
  const challenge = await passwordSignIn(pulse, person.email);
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  await passwordSignIn(pulse, person.email, "Wrong-pass-1");
  await passwordSignIn(pulse, "nobody@pulse.test", "Wrong-pass-1");
  await passwordSignIn(pulse, "Typed-my-password-here-1", "Wrong-pass-1");
  await identityCall(pulse, "RespondToAuthChallenge", {
    ClientId: pulse.identity.pools.current.clientId,
    ChallengeName: "SMS_MFA",
    Session: challenge["Session"],
    ChallengeResponses: { USERNAME: person.email, SMS_MFA_CODE: otherThan(await codeTo(pulse, person.phoneNumber)) },
  });
  const noted = await entries();
  expect(noted.map(({ action, outcome, user_id, user_email }) => [action, outcome, user_id, user_email])).toEqual([
    ["sign_in_failed", "refused", person.userId, person.email],
    ["sign_in_failed", "refused", null, "nobody@pulse.test"],
    ["sign_in_failed", "refused", null, null],
    ["sign_in_failed", "refused", person.userId, person.email],
  ]);
  expect(JSON.stringify(noted)).not.toMatch(/Wrong-pass|Typed-my/);
});

test("moving from the legacy pool is one sign-in: asking the current pool first is not recorded as a failure", async () => {
  const person = await aPerson(pulse, customer, { pool: "legacy" });
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  // What the browser does: it asks the current pool, then the legacy one, moves, and signs in.
  await passwordSignIn(pulse, person.email);
  const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
  const moved = await call(pulse, "POST", "migration/signup", { token: idToken, body: { password } });
  expect(moved.status).toBe(201);
  await tokensOf(pulse, person.email);
  expect((await actions()).filter((each) => each.startsWith("sign_in"))).toEqual(["sign_in ok"]);
});

test("a wrong password in the legacy pool is recorded as one refusal", async () => {
  const person = await aPerson(pulse, customer, { pool: "legacy" });
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  await passwordSignIn(pulse, person.email, "Wrong-pass-1");
  await passwordSignIn(pulse, person.email, "Wrong-pass-1", "legacy");
  expect(await actions()).toEqual(["sign_in_failed refused"]);
});

test("signing out is recorded, on one device and everywhere", async () => {
  const person = await aPerson(pulse, customer);
  const { AuthenticationResult: tokens } = (await passwordSignIn(pulse, person.email)) as {
    AuthenticationResult: { AccessToken: string; RefreshToken: string };
  };
  const { accessToken } = await tokensOf(pulse, person.email);
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  await identityCall(pulse, "RevokeToken", {
    ClientId: pulse.identity.pools.current.clientId,
    Token: tokens.RefreshToken,
  });
  await identityCall(pulse, "GlobalSignOut", { AccessToken: accessToken });
  const [here, everywhere] = await entries();
  expect(here).toMatchObject({ action: "sign_out", user_id: person.userId, changes: [] });
  expect(everywhere).toMatchObject({ action: "sign_out", changes: [{ field: "devices", before: null, after: "all" }] });
});

test("our own routes are recorded in the audit log once each, with the caller's user agent and never a secret", async () => {
  const email = "noted@pulse.test";
  const { customer_code: code } = await pulse.db
    .selectFrom("customers")
    .select("customer_code")
    .where("id", "=", customer.id)
    .executeTakeFirstOrThrow();
  const headers = { "user-agent": "the person's browser" };
  const post = (path: string, body: object) => call(pulse, "POST", path, { headers, body });
  await post("signup", { email, given_name: "No", family_name: "Ted", customer_code: code, password });
  const first = await codeTo(pulse, email);
  await post("verify-email", { email, code: first });
  await post("forgot-password", { email });
  const second = await codeTo(pulse, email);
  await post("change-forgot-password", { email, password: "Another-pass-7", code: otherThan(second) });
  await post("change-forgot-password", { email, password: "Another-pass-7", code: second });
  const noted = await entries();
  expect(noted.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    "create ok",
    "update ok",
    "password_reset ok",
    "password_reset refused",
    "password_reset ok",
  ]);
  expect(new Set(noted.map(({ user_agent }) => user_agent))).toEqual(new Set(["the person's browser"]));
  expect(new Set(noted.map(({ user_email }) => user_email))).toEqual(new Set([email]));
  const text = JSON.stringify(noted);
  for (const secret of [password, "Another-pass-7", first, second]) expect(text).not.toContain(secret);
});

test("nobody can avoid the audit log by posing as this server", async () => {
  const person = await aPerson(pulse, customer);
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  await fetch(`${pulse.url}/identity/`, {
    method: "POST",
    headers: {
      "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
      "user-agent": "aws-sdk-js/3 pulse-server/00000000-0000-0000-0000-000000000000",
    },
    body: JSON.stringify({
      AuthFlow: "USER_PASSWORD_AUTH",
      ClientId: pulse.identity.pools.current.clientId,
      AuthParameters: { USERNAME: person.email, PASSWORD: "Wrong-pass-1" },
    }),
  });
  expect(await actions()).toEqual(["sign_in_failed refused"]);
});

test("a gateway's new credentials are recorded with the site, but not the credentials themselves", async () => {
  const site = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  const token = await aToken(pulse, customer, "Administrator");
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  const { content } = await call(pulse, "POST", `hardwares/${gateway.id}/mqtt-credentials`, { token });
  const [entry] = await entries();
  expect(entry).toMatchObject({
    action: "credentials_reset",
    customer_id: customer.id,
    site_id: site.id,
    entity_kind: "hardware",
    entity_id: gateway.id,
  });
  expect(JSON.stringify(entry)).not.toContain(String(content["mqtt_password"]));
});

const note = (change: Partial<AuditNote> = {}): AuditNote => ({
  action: "update",
  origin: { ip: "127.0.0.1", userAgent: "a browser", requestId: "a request" },
  person: null,
  ...change,
});
const logged = () => {
  const lines: string[] = [];
  const log = { error: (_data: object, message: string) => void lines.push(message) };
  return { lines, log };
};
/** The audit log of another process, over the same database unless `away`. */
function anAudit({ away, folder = temporaryFolder() }: { away?: () => boolean; folder?: string } = {}) {
  const { lines, log } = logged();
  const stored = auditRepository(pulse.db);
  const whenThere =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (away?.()) throw Object.assign(new Error("the database is away"), { code: "ECONNREFUSED" });
      return act(...args);
    };
  const entriesOf = { append: stored.append, insert: whenThere(stored.insert), people: whenThere(stored.people) };
  return { lines, audit: auditLog({ entries: entriesOf, spool: auditSpool(folder), now: Date.now, log }), folder };
}

test("audit entries wait on disk while the database is away, and are written once it is back", async () => {
  let away = true;
  const { lines, audit } = anAudit({ away: () => away });
  audit.record(note({ person: { email: "somebody@pulse.test" } }));
  audit.record(note());
  await audit.flush();
  expect(new Set(lines)).toEqual(new Set(["audit entries wait: they could not be written now"]));
  expect(await entries()).toHaveLength(0);
  away = false;
  audit.record(note());
  await audit.flush();
  expect(await entries()).toHaveLength(3);
  await audit.flush();
  expect(await entries()).toHaveLength(3);
});

test("the next process writes the audit entries that an earlier one could not, and nothing twice", async () => {
  const { audit, folder } = anAudit({ away: () => true });
  for (let nth = 0; nth < 5; nth += 1) audit.record(note({ entity: { kind: "site", id: null, name: `site ${nth}` } }));
  await audit.flush();
  // As after a kill between the insert and the deletion of the file.
  const [file] = readdirSync(folder);
  const kept = readFileSync(join(folder, file!));
  await anAudit({ folder }).audit.flush();
  writeFileSync(join(folder, file!), kept);
  await anAudit({ folder }).audit.flush();
  const written = await entries();
  expect(written).toHaveLength(5);
  expect(new Set(written.map(({ entity_name }) => entity_name))).toEqual(
    new Set([0, 1, 2, 3, 4].map((nth) => `site ${nth}`)),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("an audit entry that the database refuses does not affect others, and long values are shortened", async () => {
  const { lines, audit } = anAudit();
  audit.record(note());
  audit.record(note({ entity: { kind: "site", id: "no uuid", name: "Bad" } }));
  audit.record(note({ origin: { ip: "::1", userAgent: `x\0${"y".repeat(9000)}`, requestId: "r" } }));
  await audit.flush();
  const written = await entries();
  expect(written).toHaveLength(2);
  expect(Math.max(...written.map(({ user_agent }) => user_agent.length))).toBe(500);
  expect(lines).toEqual(["an audit entry could not be written"]);
});

test("forbidden writes to customers, roles, groups and users are recorded as refused; forbidden reads are not", async () => {
  const token = await aToken(pulse, customer, "Viewer");
  const other = await aCustomer(pulse);
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  for (const [method, path, body] of [
    ["PUT", `customers/${customer.id}`, { config: { available_operations: [] } }],
    ["DELETE", `customers/${other.id}`, undefined],
    ["POST", "customers", { name: "Mine too", customer_code: "MINE" }],
    ["POST", `customers/${customer.id}/mqtt-credentials`, undefined],
    ["PUT", `roles/${customer.roleIds.Viewer}`, { name: "More" }],
    ["POST", "groups", { name: "Everywhere", site_ids: [] }],
    ["POST", "users", { email: "me.too@pulse.test" }],
    ["GET", "customers", undefined],
  ] as const)
    expect([path, (await call(pulse, method, path, { token, body })).status]).toEqual([path, 403]);
  const noted = await entries();
  expect(noted.map((entry) => [entry.action, entry.entity_kind, entry.entity_id, entry.entity_name])).toEqual([
    ["update", "customer", customer.id, customer.id],
    ["delete", "customer", other.id, other.id],
    ["create", "customer", null, ""],
    ["credentials_reset", "customer", customer.id, customer.id],
    ["update", "role", customer.roleIds.Viewer, customer.roleIds.Viewer],
    ["create", "group", null, ""],
    ["create", "user", null, ""],
  ]);
  for (const entry of noted) expect(entry).toMatchObject({ outcome: "refused", customer_id: customer.id });
});
