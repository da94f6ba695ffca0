import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stepMs, totpCode } from "@pulse/identity/totp";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { aPerson, identityCall, messagesTo, passwordSignIn, type TestPerson, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let administrator: string;
let addedMs = 0;
beforeAll(async () => {
  pulse = await testPulse({}, { now: () => Date.now() + addedMs });
});
beforeEach(async () => {
  addedMs = 0;
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const offered = async (of: TestPulse): Promise<unknown> => {
  // Whatever the public address is, this one answers.
  const text = await (await fetch(`http://127.0.0.1:${of.port}/api/config`)).text();
  return (JSON.parse(text) as { result: { content: { identity: { second_factors: unknown } } } }).result.content
    .identity.second_factors;
};
const me = async (person: TestPerson, idToken?: string) => {
  const token = idToken ?? (await tokensOf(pulse, person.email)).idToken;
  return (await call(pulse, "GET", "users/me", { token })).content;
};
const accept = (factors: string[] | null) =>
  pulse.db
    .updateTable("customers")
    .set({ config: JSON.stringify({ secondFactors: factors }) })
    .where("id", "=", customer.id)
    .execute();

/** Sets up an authenticator app and returns its secret. */
async function withApp(person: TestPerson): Promise<string> {
  const { accessToken: AccessToken } = await tokensOf(pulse, person.email);
  const { body } = await identityCall(pulse, "AssociateSoftwareToken", { AccessToken });
  const secret = String(body["SecretCode"]);
  const UserCode = totpCode(secret, Math.floor((Date.now() + addedMs) / stepMs));
  await identityCall(pulse, "VerifySoftwareToken", { AccessToken, UserCode });
  const done = await identityCall(pulse, "SetUserMFAPreference", {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  expect(done.status).toBe(200);
  return secret;
}

describe("what an installation offers", () => {
  test("the configuration names the second factors that can be delivered", async () => {
    // The outbox pages stand in for the services, and the address is localhost.
    expect(await offered(pulse)).toEqual(["sms", "totp", "email", "passkey"]);
  });

  test("without services and outbox only what needs none is offered, and passkeys need a name with HTTPS", async () => {
    const bare = await testPulse({ PULSE_OUTBOX: "0", PULSE_PUBLIC_URL: "http://10.0.0.7:8080" }, { keep: true });
    expect(await offered(bare)).toEqual(["totp"]);
    await bare.stop();
    const secure = await testPulse(
      { PULSE_OUTBOX: "0", PULSE_PUBLIC_URL: "https://pulse.example.org" },
      { keep: true },
    );
    expect(await offered(secure)).toEqual(["totp", "passkey"]);
    await secure.stop();
  });

  test("a person learns which factors count for them, and whether one is required", async () => {
    const person = await aPerson(pulse, customer);
    expect(await me(person)).toMatchObject({
      second_factors: ["sms", "totp", "email", "passkey"],
      second_factor_required: false,
    });
    await accept(["sms", "passkey"]);
    expect(await me(person)).toMatchObject({ second_factors: ["sms", "passkey"], second_factor_required: true });
  });

  test("a superadmin chooses the factors of a customer; an empty list or an unknown factor is refused", async () => {
    const token = await superadminToken();
    const put = (second_factors: unknown) =>
      call(pulse, "PUT", `customers/${customer.id}`, { token, body: { config: { second_factors } } });
    const changed = await put(["totp"]);
    expect([changed.status, changed.content["config"]]).toMatchObject([200, { second_factors: ["totp"] }]);
    for (const wrong of [[], ["pigeon"], "totp"]) expect((await put(wrong)).status).toBe(400);
    const after = await call(pulse, "GET", `customers/${customer.id}`, { token });
    expect(after.content["config"]).toMatchObject({ second_factors: ["totp"] });
    expect((await put(null)).content["config"]).toMatchObject({ second_factors: null });
  });
});

async function superadminToken(): Promise<string> {
  const person = await aPerson(pulse, customer);
  await pulse.db.updateTable("users").set({ is_superadmin: true }).where("id", "=", person.userId).execute();
  return (await tokensOf(pulse, person.email)).idToken;
}

describe("a sign-in where the customer requires a factor", () => {
  test("a person without one sets up an authenticator app on the way", async () => {
    const person = await aPerson(pulse, customer);
    await accept(["totp"]);
    expect(await passwordSignIn(pulse, person.email)).toMatchObject({
      ChallengeName: "MFA_SETUP",
      ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
    });
  });

  test("whoever has set up an app on the way gets recovery codes at once, and one of them lets them in later", async () => {
    const person = await aPerson(pulse, customer);
    await accept(["totp"]);
    const { clientId: ClientId } = pulse.identity.pools.current;
    const first = await passwordSignIn(pulse, person.email);
    const { body: app } = await identityCall(pulse, "AssociateSoftwareToken", { Session: first["Session"] });
    const UserCode = totpCode(String(app["SecretCode"]), Math.floor((Date.now() + addedMs) / stepMs));
    const { body: proven } = await identityCall(pulse, "VerifySoftwareToken", { Session: app["Session"], UserCode });
    const answer = (ChallengeName: string, Session: unknown, responses: object) =>
      identityCall(pulse, "RespondToAuthChallenge", {
        ClientId,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: person.email, ...responses },
      });
    const { body: done } = await answer("MFA_SETUP", proven["Session"], {});
    const token = (done["AuthenticationResult"] as { IdToken: string }).IdToken;
    const { content } = await call(pulse, "POST", "users/me/recovery-codes", { token });
    const [code] = content["codes"] as string[];

    const again = await passwordSignIn(pulse, person.email);
    expect(again).toMatchObject({ ChallengeName: "SOFTWARE_TOKEN_MFA" });
    const { body: inside } = await answer("SOFTWARE_TOKEN_MFA", again["Session"], { SOFTWARE_TOKEN_MFA_CODE: code });
    expect(inside).toHaveProperty("AuthenticationResult");
    expect((await call(pulse, "GET", "users/me/recovery-codes", { token })).content).toEqual({ left: 9 });
  });

  test("a code is mailed where mails count", async () => {
    const person = await aPerson(pulse, customer);
    await accept(["email"]);
    expect(await passwordSignIn(pulse, person.email)).toMatchObject({ ChallengeName: "EMAIL_OTP" });
    expect((await messagesTo(pulse, person.email))[0]).toMatchObject({ channel: "email", subject: "Sign-in code" });
  });
});

test("the row of a person who turns an authenticator app on and off follows", async () => {
  const person = await aPerson(pulse, customer);
  const { idToken, accessToken: AccessToken } = await tokensOf(pulse, person.email);
  await withApp(person);
  await expect.poll(async () => (await me(person, idToken))["mfa_enabled"]).toBe(true);
  await identityCall(pulse, "SetUserMFAPreference", { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } });
  await expect.poll(async () => (await me(person, idToken))["mfa_enabled"]).toBe(false);
});

describe("recovery codes", () => {
  test("a person gets ten recovery codes once, and sees how many are left", async () => {
    const { idToken: token } = await tokensOf(pulse, (await aPerson(pulse, customer)).email);
    expect((await call(pulse, "GET", "users/me/recovery-codes", { token })).content).toEqual({ left: 0 });
    const made = await call(pulse, "POST", "users/me/recovery-codes", { token });
    expect(made.status).toBe(201);
    expect(made.content["codes"]).toHaveLength(10);
    expect((await call(pulse, "GET", "users/me/recovery-codes", { token })).content).toEqual({ left: 10 });
  });

  test("recovery codes need a recent sign-in, and leave nothing behind when refused", async () => {
    const { idToken: token } = await tokensOf(pulse, (await aPerson(pulse, customer)).email);
    addedMs += 16 * 60_000;
    const refused = await call(pulse, "POST", "users/me/recovery-codes", { token });
    expect([refused.status, refused.content["code"]]).toEqual([403, "sign_in_again"]);
    expect((await call(pulse, "GET", "users/me/recovery-codes", { token })).content).toEqual({ left: 0 });
  });
});

describe("resetting somebody's factors", () => {
  const reset = (userId: string, token: string) => call(pulse, "POST", `users/${userId}/reset-factors`, { token });

  test("an administrator resets a user's factors: nothing is left, sessions end, and the person gets a mail", async () => {
    const person = await aPerson(pulse, customer, { phone: "verified" });
    const { idToken: token } = await tokensOf(pulse, person.email);
    await call(pulse, "POST", "users/me/recovery-codes", { token });
    await withApp(person);
    expect(await passwordSignIn(pulse, person.email)).toMatchObject({ ChallengeName: "SOFTWARE_TOKEN_MFA" });

    const done = await reset(person.userId, administrator);
    expect(done.status).toBe(200);
    expect(done.content).toMatchObject({ phone_number: null, phone_number_verified: false, mfa_enabled: false });
    await pulse.recheck();
    expect((await call(pulse, "GET", "users/me", { token })).status).toBe(401);
    expect(await passwordSignIn(pulse, person.email)).toHaveProperty("AuthenticationResult");
    const [mail] = await messagesTo(pulse, person.email);
    expect(mail).toMatchObject({ channel: "email", subject: "Your sign-in to Pulse was reset" });
    await pulse.settled();
    const entries = await pulse.db
      .selectFrom("audit_entries")
      .select(["action", "outcome"])
      .where("entity_id", "=", person.userId)
      .where("action", "=", "credentials_reset")
      .execute();
    expect(entries).toEqual([{ action: "credentials_reset", outcome: "ok" }]);
  });

  test("nobody resets the factors of another customer's user, or without the right to change users", async () => {
    const person = await aPerson(pulse, customer, { phone: "verified", mfa: true });
    const other = await aToken(pulse, await aCustomer(pulse), "Administrator");
    expect((await reset(person.userId, other)).status).toBe(404);
    const viewer = await aToken(pulse, customer, "Viewer");
    expect((await reset(person.userId, viewer)).status).toBe(403);
    expect(await passwordSignIn(pulse, person.email)).toMatchObject({ ChallengeName: "SMS_MFA" });
  });
});
