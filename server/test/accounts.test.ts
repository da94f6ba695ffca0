import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCustomer, type NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { codeTo, identityCall, messagesTo, otherThan, password, passwordSignIn, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let open: NewCustomer;
let serial = 0;
const newEmail = (): string => `newcomer${++serial}@pulse.test`;

beforeAll(async () => {
  pulse = await testPulse();
  open = await newCustomer(pulse.db, { name: "Open", code: "OPENDOOR" });
  await pulse.db
    .updateTable("customers")
    .set({ config: JSON.stringify({ signupRoleId: open.roleIds.Viewer, signupGroupId: open.groupId }) })
    .where("id", "=", open.id)
    .execute();
  await newCustomer(pulse.db, { name: "Closed", code: "CLOSED" });
});
afterAll(() => pulse.stop());

const post = (path: string, body: unknown) => call(pulse, "POST", path, { body });
const form = (change: object = {}) => ({
  email: newEmail(),
  given_name: "Ines",
  family_name: "Björk-O(2)",
  customer_code: "OPENDOOR",
  password,
  ...change,
});

/** Signs up and confirms. */
async function signedUp(change: object = {}): Promise<string> {
  const person = form(change);
  expect((await post("signup", person)).status).toBe(201);
  const verified = await post("verify-email", { email: person.email, code: await codeTo(pulse, person.email) });
  expect([verified.status, verified.content]).toEqual([200, { verified: true }]);
  return person.email;
}

describe("signing up", () => {
  test("a sign-up works with a customer's code and the mailed code, and assigns the customer's role for newcomers", async () => {
    const person = form({ email: `Newcomer${++serial}@Pulse.test`, customer_code: "opendoor" });
    const email = person.email.toLowerCase();
    const { status, content } = await post("signup", person);
    expect(status).toBe(201);
    expect(content).toEqual({
      user_sub: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      user_confirmed: false,
      delivery: { medium: "EMAIL", destination: "n***@p***" },
    });
    expect(await passwordSignIn(pulse, email)).toMatchObject({ __type: "UserNotConfirmedException" });

    const code = await codeTo(pulse, email);
    const wrong = await post("verify-email", { email, code: otherThan(code) });
    expect([wrong.status, wrong.content["code"]]).toEqual([400, "confirmation_code_mismatch"]);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await post("verify-email", { email, code: spaced })).content).toEqual({ verified: true });
    const again = await post("verify-email", { email, code });
    expect([again.status, again.content["code"]]).toEqual([400, "confirmation_code_expired"]);

    const { idToken: token } = await tokensOf(pulse, email);
    const me = await call(pulse, "GET", "users/me", { token });
    expect(me.content).toMatchObject({
      email,
      given_name: "Ines",
      family_name: "Björk-O(2)",
      customer_id: open.id,
      role_id: open.roleIds.Viewer,
      user_group_id: open.groupId,
      is_superadmin: false,
      phone_number: null,
      phone_number_verified: false,
      mfa_enabled: false,
    });
    const operations = await call(pulse, "GET", "accessible-operations", { token });
    expect(operations.content).toMatchObject({ asset_management: ["r"], user_management: [] });
  });

  test("a sign-up gives newcomers no role, group or site unless the customer has set them", async () => {
    const email = await signedUp({ customer_code: "CLOSED" });
    const { idToken: token } = await tokensOf(pulse, email);
    const me = await call(pulse, "GET", "users/me", { token });
    expect(me.content).toMatchObject({ role_id: null, user_group_id: null });
    const { content } = await call(pulse, "GET", "accessible-operations", { token });
    expect(Object.values(content)).toSatisfy((all: unknown[][]) => all.every((letters) => letters.length === 0));
    const customer = String(me.content["customer_id"]);
    expect((await call(pulse, "GET", `customers/${customer}/accessible-sites`, { token })).content).toEqual([]);
  });

  test.each([
    ["an unknown customer code", { customer_code: "NOBODY" }, 400, "customer_code_invalid", "customer_code"],
    ["a weak password", { password: "pulse-test" }, 400, "password_requirement_not_met", "password"],
    ["a password everybody has", { password: "Password1" }, 400, "password_requirement_not_met", "password"],
    ["a sign that names do not have", { given_name: "Ines<b>" }, 400, "char_not_allowed", "given_name"],
    ["a space at the end of a name", { family_name: "Björk " }, 400, "space_not_allowed", "family_name"],
    ["an empty name", { family_name: "" }, 400, "field_required", "family_name"],
    ["an e-mail that is none", { email: "ines@pulse" }, 400, "email_invalid", "email"],
    ["no e-mail", { email: undefined }, 400, "email_required", "email"],
    ["no password", { password: undefined }, 400, "password_required", "password"],
  ])("a sign-up with %s is refused at its field, and nobody is created", async (_name, change, status, code, path) => {
    const person = form(change);
    const before = await people();
    const answer = await post("signup", person);
    expect(answer.status).toBe(status);
    expect(answer.content).toMatchObject({ code, details: [{ path, code }] });
    expect(await people()).toEqual(before);
  });

  test("several mistakes in a sign-up are reported at once", async () => {
    const { content } = await post("signup", form({ given_name: "", email: "x", password: "short" }));
    expect((content["details"] as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([
      "email",
      "given_name",
      "password",
    ]);
  });

  test("an e-mail can be used for only one sign-up, in whatever case, even before it is confirmed", async () => {
    const person = form();
    await post("signup", person);
    const again = await post("signup", { ...person, email: person.email.toUpperCase(), customer_code: "CLOSED" });
    expect([again.status, again.content["code"]]).toEqual([409, "username_already_exists"]);
    expect(again.content["details"]).toMatchObject([{ path: "email" }]);
    expect(await messagesTo(pulse, person.email)).toHaveLength(1);
  });
});

async function people(): Promise<unknown[]> {
  const { rows } = await sql`select email from users union all select email from identity_users order by 1`.execute(
    pulse.db,
  );
  return rows;
}

describe("requesting another code", () => {
  test("another sign-up code replaces the old one, and the answer does not reveal whether an e-mail is known", async () => {
    const person = form();
    await post("signup", person);
    const first = await codeTo(pulse, person.email);
    const resent = await post("resend-confirmation-code", { email: person.email });
    const second = await codeTo(pulse, person.email);
    const unknown = await post("resend-confirmation-code", { email: "nobody-here@pulse.test" });
    expect(unknown.text).toBe(resent.text);
    expect(resent.content).toEqual({ delivery: { medium: "EMAIL", destination: "n***@p***" } });
    expect(await messagesTo(pulse, "nobody-here@pulse.test")).toEqual([]);
    if (first !== second)
      expect((await post("verify-email", { email: person.email, code: first })).content["code"]).toBe(
        "confirmation_code_mismatch",
      );
    expect((await post("verify-email", { email: person.email, code: second })).status).toBe(200);
    const confirmed = await post("resend-confirmation-code", { email: person.email });
    expect(confirmed.text).toBe(resent.text);
  });

  test("a sign-up code for an unknown e-mail is refused like an expired one", async () => {
    const { status, content } = await post("verify-email", { email: "never-asked@pulse.test", code: "123456" });
    expect([status, content["code"]]).toEqual([400, "confirmation_code_expired"]);
  });

  test("malformed and missing codes are distinguished from wrong ones", async () => {
    const letters = await post("verify-email", { email: "nobody-here@pulse.test", code: "12345x" });
    expect([letters.status, letters.content["details"]]).toMatchObject([400, [{ path: "code" }]]);
    const none = await post("verify-email", { email: "nobody-here@pulse.test" });
    expect(none.content).toMatchObject({ code: "confirmation_code_required" });
  });

  test("too many attempts at a sign-up code end in 429 with the time to wait", async () => {
    const person = form();
    await post("signup", person);
    const answers = [];
    for (let nth = 0; nth < 8; nth += 1) answers.push(await post("resend-confirmation-code", { email: person.email }));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.content["code"]).toBe("too_many_requests");
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a forgotten password", () => {
  test("a forgotten password is replaced with the mailed code, but not with a wrong or used one or a weak password", async () => {
    const email = await signedUp();
    const asked = await post("forgot-password", { email });
    expect(asked.content).toEqual({ delivery: { medium: "EMAIL", destination: "n***@p***" } });
    expect((await post("forgot-password", { email: "nobody-there@pulse.test" })).text).toBe(asked.text);
    const code = await codeTo(pulse, email);

    const change = (body: object) =>
      post("change-forgot-password", { email, password: "Another-pass-7", code, ...body });
    expect((await change({ code: otherThan(code) })).content["code"]).toBe("reset_code_mismatch");
    const weak = await change({ password: "another-pass" });
    expect(weak.content).toMatchObject({ code: "password_requirement_not_met", details: [{ path: "password" }] });
    expect((await change({})).content).toEqual({ changed: true });
    const again = await change({});
    expect([again.status, again.content["code"]]).toEqual([400, "reset_code_expired"]);

    expect(await passwordSignIn(pulse, email)).toMatchObject({ __type: "NotAuthorizedException" });
    await tokensOf(pulse, email, "Another-pass-7");
  });

  test("a code for a forgotten password expires after an hour", async () => {
    const email = await signedUp();
    await post("forgot-password", { email });
    const code = await codeTo(pulse, email);
    await sql`update identity_codes set expires_at = expires_at - interval '1 hour'`.execute(pulse.db);
    const { content } = await post("change-forgot-password", { email, password: "Another-pass-7", code });
    expect(content["code"]).toBe("reset_code_expired");
  });

  test("a password code for an unknown e-mail is refused like an expired one", async () => {
    const body = { email: "nobody-there@pulse.test", password: "Another-pass-7", code: "123456" };
    expect((await post("change-forgot-password", body)).content["code"]).toMatch(/^reset_code_(mismatch|expired)$/);
  });

  test("resetting the password confirms an account whose first code was never used", async () => {
    const person = form();
    await post("signup", person);
    await post("forgot-password", { email: person.email });
    const code = await codeTo(pulse, person.email);
    const reset = { email: person.email, password: "Another-pass-7", code };
    expect((await post("change-forgot-password", reset)).status).toBe(200);
    const { idToken: token } = await tokensOf(pulse, person.email, "Another-pass-7");
    expect((await call(pulse, "GET", "users/me", { token })).status).toBe(200);
    const row = await pulse.db
      .selectFrom("users")
      .select("status")
      .where("email", "=", person.email)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe("active");
  });
});

test("the server says whether the current pool has an e-mail, in whatever case", async () => {
  const email = await signedUp();
  const exists = async (text: string) =>
    (await call(pulse, "GET", `migration/users/${encodeURIComponent(text)}/exists`)).content;
  expect(await exists(email)).toEqual({ exists: true });
  expect(await exists(email.toUpperCase())).toEqual({ exists: true });
  expect(await exists("nobody+there@pulse.test")).toEqual({ exists: false });
});

test("an account without a user in Pulse cannot sign in", async () => {
  const email = newEmail();
  await identityCall(pulse, "SignUp", {
    ClientId: pulse.identity.pools.current.clientId,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: "email", Value: email }],
  });
  await identityCall(pulse, "ConfirmSignUp", {
    ClientId: pulse.identity.pools.current.clientId,
    Username: email,
    ConfirmationCode: await codeTo(pulse, email),
  });
  const { idToken: token } = await tokensOf(pulse, email);
  expect((await call(pulse, "GET", "users/me", { token })).status).toBe(401);
});

test("an address that calls too often is told when to try again", async () => {
  const ask = () => post("migration/signup", { password: "x" });
  const answers = [];
  while (answers.length < 700 && answers.at(-1)?.status !== 429) answers.push(await ask());
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(last?.content["code"]).toBe("too_many_requests");
  const seconds = Number(last?.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(last?.content["message"]).toContain(String(seconds));
  expect(answers.length).toBeGreaterThan(200);
});
