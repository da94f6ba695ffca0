import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { acceptInvitation, newcomer, temporaryPasswordTo } from "./support/newcomers.ts";
import { aPerson, codeTo, identityCall, password, passwordSignIn, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Anybody may sign up with anybody's e-mail. Until it is confirmed, such an account blocks nobody.
const dayMs = 24 * 3600_000;
let pulse: TestPulse;
let customer: NewCustomer;
let other: NewCustomer;
let administrator: string;

beforeAll(async () => {
  pulse = await testPulse();
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  other = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

/** What runs by itself every few minutes, and when Pulse starts. */
async function upkeep(): Promise<void> {
  await pulse.stop();
  pulse = await testPulse({}, { keep: true });
  await pulse.settled();
  await pulse.identity.sweep();
}
/** Makes a sign-up this old. The clock cannot be moved, since signed calls need the real time. */
async function age(email: string, ms: number): Promise<void> {
  const created_at = new Date(Date.now() - ms);
  await pulse.db.updateTable("users").set({ created_at }).where("email", "=", email).execute();
  await sql`update identity_users set created_at = ${created_at} where email = ${email}`.execute(pulse.db);
}
const invite = (body: object) => call(pulse, "POST", "users", { token: administrator, body });
const inPool = (email: string) => pulse.identity.admin.findUser({ pool: "current", username: email });
const rowOf = (email: string) => pulse.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const left = () => pulse.db.selectFrom("account_work").selectAll().execute();

/** Signs somebody up at another customer, over our own route. */
async function signUp(email: string): Promise<void> {
  const { customer_code } = await pulse.db
    .selectFrom("customers")
    .select("customer_code")
    .where("id", "=", other.id)
    .executeTakeFirstOrThrow();
  const body = { email, given_name: "Squat", family_name: "Ter", customer_code, password: "Squatter-pass-1" };
  expect((await call(pulse, "POST", "signup", { body })).status).toBe(201);
}
/** Signs somebody up straight at the identity endpoint, as any Cognito client can. */
async function signUpAtThePool(email: string): Promise<void> {
  const { clientId: ClientId } = pulse.identity.pools.current;
  const answer = await identityCall(pulse, "SignUp", { ClientId, Username: email, Password: "Squatter-pass-1" });
  expect(answer.status).toBe(200);
}
const ways: Record<string, (email: string) => Promise<void>> = {
  "over the form": signUp,
  "at the identity endpoint": signUpAtThePool,
};

describe.each(Object.entries(ways))("an unconfirmed sign-up %s", (_way, squat) => {
  test("an unconfirmed sign-up is replaced by an invitation, which looks like any other", async () => {
    const [squatted, free] = [newcomer(customer), newcomer(customer)];
    await squat(squatted.email);
    const answers = [await invite(squatted), await invite(free)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(Object.keys(answers[0]!.content)).toEqual(Object.keys(answers[1]!.content));
    expect(answers[0]!.content).toMatchObject({ status: "invited", given_name: "New" });

    const token = await acceptInvitation(pulse, squatted.email, await temporaryPasswordTo(pulse, squatted.email));
    expect((await call(pulse, "GET", "users/me", { token })).content["customer_id"]).toBe(customer.id);
    expect((await passwordSignIn(pulse, squatted.email, "Squatter-pass-1"))["__type"]).toBe("NotAuthorizedException");
    expect(await left()).toEqual([]);
  });

  test("an unconfirmed sign-up is deleted after three days, and the e-mail is free again", async () => {
    const { email } = newcomer(customer);
    await squat(email);
    await age(email, 3 * dayMs - 60_000);
    await upkeep();
    expect((await inPool(email))?.status).toBe("UNCONFIRMED");
    await age(email, 3 * dayMs + 60_000);
    await upkeep();
    expect([await inPool(email), await rowOf(email), await left()]).toEqual([null, undefined, []]);
    await signUp(email);
  });
});

test("an unconfirmed sign-up at the identity endpoint is replaced by a person moving from the legacy pool", async () => {
  const person = await aPerson(pulse, customer, { pool: "legacy" });
  await signUpAtThePool(person.email);
  const exists = await call(pulse, "GET", `migration/users/${person.email}/exists`);
  expect(exists.content).toEqual({ exists: false });
  const { idToken: token } = await tokensOf(pulse, person.email, password, "legacy");
  const moved = await call(pulse, "POST", "migration/signup", { token, body: { password } });
  expect([moved.status, moved.content]).toEqual([201, { migrated: true }]);
  const { idToken } = await tokensOf(pulse, person.email);
  expect((await call(pulse, "GET", "users/me", { token: idToken })).content["id"]).toBe(person.userId);
});

test("an account confirmed at the identity endpoint stays: no invitation replaces it, and it does not expire", async () => {
  const { email } = newcomer(customer);
  await signUp(email);
  const { clientId: ClientId } = pulse.identity.pools.current;
  const ConfirmationCode = await codeTo(pulse, email);
  const confirmed = await identityCall(pulse, "ConfirmSignUp", { ClientId, Username: email, ConfirmationCode });
  expect(confirmed.status).toBe(200);
  const refused = await invite(newcomer(customer, { email }));
  expect(refused.status).toBe(409);
  await age(email, 4 * dayMs);
  await upkeep();
  expect((await rowOf(email))?.status).toBe("active");
  expect((await passwordSignIn(pulse, email, "Squatter-pass-1"))["AuthenticationResult"]).toBeDefined();
});

test("a second sign-up does not replace the first one", async () => {
  const { email } = newcomer(customer);
  await signUp(email);
  const body = { email, given_name: "A", family_name: "B", customer_code: "NONE", password };
  const { customer_code } = await pulse.db
    .selectFrom("customers")
    .select("customer_code")
    .where("id", "=", customer.id)
    .executeTakeFirstOrThrow();
  const again = await call(pulse, "POST", "signup", { body: { ...body, customer_code } });
  expect([again.status, again.content["code"]]).toEqual([409, "username_already_exists"]);
});
