import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer } from "./support/builders.ts";
import {
  aPerson,
  codeTo,
  identityCall,
  messagesTo,
  password,
  passwordSignIn,
  tokensIn,
  tokensOf,
} from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());

const migrate = (token: string | undefined, secret = password) =>
  call(pulse, "POST", "migration/signup", { token, body: { password: secret } });

/** Signs a person with a second factor in, to the end. */
async function codeSignIn(email: string, phoneNumber: string, pool: "current" | "legacy") {
  const challenge = await passwordSignIn(pulse, email, password, pool);
  expect(challenge["ChallengeName"]).toBe("SMS_MFA");
  const { body } = await identityCall(pulse, "RespondToAuthChallenge", {
    ClientId: pulse.identity.pools[pool].clientId,
    ChallengeName: "SMS_MFA",
    Session: challenge["Session"],
    ChallengeResponses: { USERNAME: email, SMS_MFA_CODE: await codeTo(pulse, phoneNumber) },
  });
  return tokensIn(body);
}

describe("moving from the legacy pool", () => {
  test("a move from the legacy pool keeps the password and the phone in the current pool", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy", phone: "verified" });
    const exists = `migration/users/${person.email}/exists`;
    expect((await call(pulse, "GET", exists)).content).toEqual({ exists: false });
    const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
    expect((await call(pulse, "GET", "users/me", { token: idToken })).status).toBe(401);

    const wrong = await migrate(idToken, "Wrong-pass-1");
    expect([wrong.status, wrong.content["code"]]).toEqual([401, "unauthorized"]);
    expect((await call(pulse, "GET", exists)).content).toEqual({ exists: false });

    const first = await migrate(idToken);
    expect([first.status, first.content]).toEqual([201, { migrated: true }]);
    const again = await migrate(idToken);
    expect([again.status, again.content]).toEqual([200, { migrated: false }]);
    expect((await call(pulse, "GET", exists)).content).toEqual({ exists: true });

    const { idToken: token } = await tokensOf(pulse, person.email);
    const me = await call(pulse, "GET", "users/me", { token });
    expect(me.content).toMatchObject({
      id: person.userId,
      phone_number: person.phoneNumber,
      phone_number_verified: true,
      mfa_enabled: false,
      role_id: customer.roleIds.Viewer,
    });
    const enabled = await call(pulse, "PUT", "migration/enable-mfa", { token });
    expect([enabled.status, enabled.content]).toEqual([200, { mfa_enabled: true }]);
    await codeSignIn(person.email, person.phoneNumber, "current");
  });

  test("a move with a second factor sends one code for signing in and none for moving, and keeps the factor", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy", phone: "verified", mfa: true });
    const { idToken } = await codeSignIn(person.email, person.phoneNumber, "legacy");
    expect(await messagesTo(pulse, person.phoneNumber)).toHaveLength(1);
    expect((await migrate(idToken, "Wrong-pass-1")).status).toBe(401);
    expect((await passwordSignIn(pulse, person.email, password, "legacy"))["ChallengeName"]).toBe("SMS_MFA");
    const sent = (await messagesTo(pulse, person.phoneNumber)).length;
    expect((await migrate(idToken)).status).toBe(201);
    expect(await messagesTo(pulse, person.phoneNumber)).toHaveLength(sent);
    expect((await passwordSignIn(pulse, person.email, password, "legacy"))["ChallengeName"]).toBe("SMS_MFA");
  });

  test("an unverified phone stays unverified after a move from the legacy pool", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy", phone: "given" });
    const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
    expect((await migrate(idToken)).status).toBe(201);
    const { idToken: token } = await tokensOf(pulse, person.email);
    const me = await call(pulse, "GET", "users/me", { token });
    expect(me.content).toMatchObject({ phone_number: person.phoneNumber, phone_number_verified: false });
  });

  test("an old password that would not be accepted today still works for a move from the legacy pool", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy" });
    const ref = { pool: "legacy", username: person.email } as const;
    await pulse.identity.admin.setPassword(ref, "Zq7-plain-old", true);
    const { idToken } = await tokensOf(pulse, person.email, "Zq7-plain-old", "legacy");
    expect((await migrate(idToken, "Zq7-plain-old")).status).toBe(201);
    await tokensOf(pulse, person.email, "Zq7-plain-old");
  });

  test("several moves of one person at the same moment all succeed", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy" });
    const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
    const answers = await Promise.all([migrate(idToken), migrate(idToken), migrate(idToken)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
    const { idToken: token } = await tokensOf(pulse, person.email);
    expect((await call(pulse, "GET", "users/me", { token })).content["id"]).toBe(person.userId);
  });

  test("an interrupted move from the legacy pool is finished by the next attempt", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy" });
    await pulse.identity.admin.createUser({ pool: "current", email: person.email, password, permanent: true });
    const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
    expect((await migrate(idToken)).status).toBe(201);
    const { idToken: token } = await tokensOf(pulse, person.email);
    expect((await call(pulse, "GET", "users/me", { token })).content["id"]).toBe(person.userId);
  });

  test("a move interrupted before its password was set is finished by the next attempt", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy" });
    await pulse.identity.admin.createUser({
      pool: "current",
      email: person.email,
      password: "Nobody-knows-it-7",
      permanent: false,
    });
    const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
    expect((await migrate(idToken)).status).toBe(201);
    const { idToken: token } = await tokensOf(pulse, person.email);
    expect((await call(pulse, "GET", "users/me", { token })).content["id"]).toBe(person.userId);
  });

  test("an unconfirmed account that somebody else opened with the same e-mail is replaced", async () => {
    const person = await aPerson(pulse, customer, { pool: "legacy" });
    await identityCall(pulse, "SignUp", {
      ClientId: pulse.identity.pools.current.clientId,
      Username: person.email,
      Password: "Squatter-1-pass",
      UserAttributes: [{ Name: "email", Value: person.email }],
    });
    const { idToken } = await tokensOf(pulse, person.email, password, "legacy");
    expect((await migrate(idToken)).status).toBe(201);
    const { idToken: token } = await tokensOf(pulse, person.email);
    expect((await call(pulse, "GET", "users/me", { token })).content["id"]).toBe(person.userId);
    expect((await passwordSignIn(pulse, person.email, "Squatter-1-pass"))["__type"]).toBe("NotAuthorizedException");
  });

  test("a person in the legacy pool without a user in Pulse is refused, and no account is made", async () => {
    const email = "stranger@pulse.test";
    await pulse.identity.admin.createUser({ pool: "legacy", email, password, permanent: true });
    const { idToken } = await tokensOf(pulse, email, password, "legacy");
    expect((await migrate(idToken)).status).toBe(401);
    expect(await pulse.identity.admin.findUser({ pool: "current", username: email })).toBeNull();
  });

  test("a move with no token, a token of the current pool, an access token or a modified token is refused", async () => {
    const here = await aPerson(pulse, customer);
    const there = await aPerson(pulse, customer, { pool: "legacy" });
    const current = await tokensOf(pulse, here.email);
    const legacy = await tokensOf(pulse, there.email, password, "legacy");
    for (const token of [undefined, current.idToken, legacy.accessToken, `${legacy.idToken.slice(0, -4)}AAAA`, "x.y.z"])
      expect([token?.slice(0, 5), (await migrate(token)).status]).toEqual([token?.slice(0, 5), 401]);
    expect(await pulse.identity.admin.findUser({ pool: "current", username: there.email })).toBeNull();
  });

  test("a move from the legacy pool requires a password", async () => {
    const { status, content } = await call(pulse, "POST", "migration/signup", { body: {} });
    expect([status, content["code"]]).toEqual([400, "password_required"]);
  });
});
