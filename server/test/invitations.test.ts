import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { acceptInvitation, newcomer, temporaryPasswordTo } from "./support/newcomers.ts";
import { aPerson, messagesTo, passwordSignIn, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let administrator: string;

beforeAll(async () => {
  pulse = await testPulse();
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const details = (answer: { content: Record<string, unknown> }) =>
  answer.content["details"] as Record<string, unknown>[];
const told = (answer: { status: number; content: Record<string, unknown> }) => [answer.status, answer.content["code"]];
const rowOf = (email: string) => pulse.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

describe("inviting", () => {
  test("an invitation mails a temporary password, and the first sign-in makes the invited person active", async () => {
    const body = newcomer(customer, { email: "Mixed.Case@Pulse.Test", phone_number: "+12025550999" });
    const sent = { ...body, is_superadmin: true, status: "active", id: uuidv7() };
    const made = await call(pulse, "POST", "users", { token: administrator, body: sent });
    expect(made.status).toBe(201);
    expect(made.content).toMatchObject({
      email: "mixed.case@pulse.test",
      given_name: "New",
      family_name: "Comer",
      phone_number: "+12025550999",
      phone_number_verified: false,
      customer_id: customer.id,
      role: { id: customer.roleIds.Viewer, name: "Viewer" },
      group: { id: customer.groupId, name: "All sites" },
      status: "invited",
      mfa_enabled: false,
      dev_tool_enabled: false,
      last_sign_in_at: null,
    });
    expect(made.content["id"]).not.toBe(sent.id);
    expect(made.text).not.toMatch(/is_superadmin|identity|account|password/);

    const idToken = await acceptInvitation(
      pulse,
      "mixed.case@pulse.test",
      await temporaryPasswordTo(pulse, "mixed.case@pulse.test"),
    );
    const me = await call(pulse, "GET", "users/me", { token: idToken });
    expect(me.content).toMatchObject({ id: made.content["id"], is_superadmin: false, customer_id: customer.id });
    const after = await call(pulse, "GET", `users/${String(made.content["id"])}`, { token: administrator });
    expect(after.content["status"]).toBe("active");
    expect(Date.now() - Date.parse(String(after.content["last_sign_in_at"]))).toBeLessThan(60_000);
    await pulse.settled();
    const log = await pulse.db
      .selectFrom("audit_entries")
      .select(["action", "entity_name", "changes"])
      .where("entity_kind", "=", "user")
      .where("entity_id", "=", String(made.content["id"]))
      .where("action", "=", "create")
      .execute();
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain("assword");
  });

  test("an invitation says in each mail who invites to which customer and where to sign in", async () => {
    const harbour = await aCustomer(pulse, "Harbour Logistics");
    const token = await aToken(pulse, harbour, "Administrator");
    const { content: inviter } = await call(pulse, "GET", "users/me", { token });
    const body = newcomer(harbour);
    const made = await call(pulse, "POST", "users", { token, body });
    await call(pulse, "POST", `users/${String(made.content["id"])}/resend-invitation`, { token });
    const mails = await messagesTo(pulse, body.email);
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      const name = `${String(inviter["given_name"])} ${String(inviter["family_name"])}`;
      expect(text).toContain(`${name} has invited you to Pulse for Harbour Logistics.`);
      expect(text.split("\n")).toContain(`${pulse.config.publicUrl}/signin?language=en`);
    }
  });

  test("an invitation takes a first password that must be changed, and refuses a weak one without leaving anything behind", async () => {
    const body = newcomer(customer, { password: "A-first-word-9" });
    expect((await call(pulse, "POST", "users", { token: administrator, body })).status).toBe(201);
    await acceptInvitation(pulse, body.email, "A-first-word-9");
    const weak = newcomer(customer, { password: "weak" });
    expect(told(await call(pulse, "POST", "users", { token: administrator, body: weak }))).toEqual([
      400,
      "password_requirement_not_met",
    ]);
    expect(await rowOf(weak.email)).toBeUndefined();
  });

  test("an invitation requires an e-mail that is unique in the whole installation", async () => {
    const elsewhere = await aPerson(pulse, await aCustomer(pulse));
    const { sub } = await pulse.identity.admin.createUser({
      pool: "current",
      email: "pool.only@pulse.test",
      password: "Pulse-test-1",
      permanent: true,
    });
    for (const email of [elsewhere.email.toUpperCase(), "pool.only@pulse.test"]) {
      const answer = await call(pulse, "POST", "users", { token: administrator, body: newcomer(customer, { email }) });
      expect(told(answer)).toEqual([409, "already_exists"]);
      expect(details(answer)).toEqual([{ path: "email", code: "must_be_unique", message: "E-mail must be unique" }]);
    }
    // The existing account was not touched.
    expect((await tokensOf(pulse, "pool.only@pulse.test", "Pulse-test-1")).idToken).toBeTruthy();
    expect(sub).toBeTruthy();
  });

  test("an invitation requires a role and a group of the same customer, and cannot be to another customer", async () => {
    const stranger = await aCustomer(pulse);
    const foreign = newcomer(customer, { role_id: stranger.roleIds.Viewer, user_group_id: stranger.groupId });
    const answer = await call(pulse, "POST", "users", { token: administrator, body: foreign });
    expect(told(answer)).toEqual([400, "invalid_parameter"]);
    expect(details(answer).map(({ path, code }) => [path, code])).toEqual([
      ["role_id", "not_found"],
      ["user_group_id", "not_found"],
    ]);
    const planted = newcomer(customer, { customer_id: stranger.id });
    expect((await call(pulse, "POST", "users", { token: administrator, body: planted })).status).toBe(404);
    expect(await rowOf(planted.email)).toBeUndefined();
    expect(await messagesTo(pulse, planted.email)).toEqual([]);
  });

  test("an invitation leaves no account behind when its row cannot be written", async () => {
    const body = newcomer(customer, { given_name: "Refused" });
    await pulse.db.schema
      .alterTable("users")
      .addCheckConstraint("nobody_refused", sql`given_name <> 'Refused'`)
      .execute();
    try {
      expect((await call(pulse, "POST", "users", { token: administrator, body })).status).toBe(500);
    } finally {
      await pulse.db.schema.alterTable("users").dropConstraint("nobody_refused").execute();
    }
    expect((await call(pulse, "POST", "users", { token: administrator, body })).status).toBe(201);
  });

  test("an invitation can be sent again until it is accepted", async () => {
    const body = newcomer(customer);
    const { content } = await call(pulse, "POST", "users", { token: administrator, body });
    const path = `users/${String(content["id"])}/resend-invitation`;
    const first = await temporaryPasswordTo(pulse, body.email);
    const again = await call(pulse, "POST", path, { token: administrator });
    expect([again.status, again.content["status"]]).toEqual([200, "invited"]);
    const second = await temporaryPasswordTo(pulse, body.email);
    expect(second).not.toBe(first);
    expect(await passwordSignIn(pulse, body.email, first)).not.toHaveProperty("ChallengeName");
    const idToken = await acceptInvitation(pulse, body.email, second);
    await call(pulse, "GET", "users/me", { token: idToken });
    expect(told(await call(pulse, "POST", path, { token: administrator }))).toEqual([400, "invalid_parameter"]);
  });
});

describe("the language of an invitation", () => {
  const mailTo = async (email: string) => (await messagesTo(pulse, email))[0]!;

  test("an invitation in German is mailed, opened and signed in to in German, whatever the inviter speaks", async () => {
    const body = newcomer(customer, { email: "anna@pulse.test", locale: "de", phone_number: "+12025550998" });
    const made = await call(pulse, "POST", "users", { token: administrator, body });
    expect(made.status).toBe(201);
    const { subject, text } = await mailTo("anna@pulse.test");
    expect(subject).toBe("Ihre Einladung zu Pulse");
    expect(text).toMatch(/hat Sie zu Pulse eingeladen/);
    expect(text).toMatch(/\/signin\?language=de$/m);
    expect((await rowOf("anna@pulse.test"))?.locale).toBe("de");
    await call(pulse, "POST", `users/${String(made.content["id"])}/resend-invitation`, { token: administrator });
    const again = await mailTo("anna@pulse.test");
    expect(again.subject).toBe("Ihre Einladung zu Pulse");
    expect(again.text).toMatch(/\/signin\?language=de$/m);
    const idToken = await acceptInvitation(
      pulse,
      "anna@pulse.test",
      await temporaryPasswordTo(pulse, "anna@pulse.test"),
    );
    const me = await call(pulse, "GET", "users/me", { token: idToken });
    expect(me.content["locale"]).toBe("de");
  });

  test("an invitation without a language is in the inviter's, and one that is no language is refused", async () => {
    await call(pulse, "PUT", "users/me/locale", { token: administrator, body: { value: "de" } });
    await call(pulse, "POST", "users", { token: administrator, body: newcomer(customer, { email: "jo@pulse.test" }) });
    expect((await mailTo("jo@pulse.test")).subject).toBe("Ihre Einladung zu Pulse");
    const body = newcomer(customer, { email: "lu@pulse.test", locale: "german" });
    const refused = await call(pulse, "POST", "users", { token: administrator, body });
    expect(told(refused)).toEqual([400, "invalid_parameter"]);
    expect(details(refused)).toMatchObject([{ path: "locale" }]);
  });
});
