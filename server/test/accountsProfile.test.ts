import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer } from "./support/builders.ts";
import {
  aPerson,
  codeTo,
  identityCall,
  messagesTo,
  otherThan,
  passwordSignIn,
  tokensIn,
  tokensOf,
  type Tokens,
} from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());

const set = (token: string, attribute: string, value: unknown) =>
  call(pulse, "PUT", `users/me/${attribute}`, { token, body: { value } });
const verify = (tokens: Partial<Tokens>, attribute: string, code: string) =>
  call(pulse, "PUT", `users/me/${attribute}/verify`, {
    token: tokens.idToken,
    headers: tokens.accessToken ? { "x-access-token": tokens.accessToken } : {},
    body: { code },
  });

/** A fresh id token of somebody who signed in 16 minutes ago. */
async function staleToken(email: string): Promise<string> {
  const { AuthenticationResult: tokens } = (await passwordSignIn(pulse, email)) as {
    AuthenticationResult: { RefreshToken: string };
  };
  await sql`update identity_refresh_families set auth_time = auth_time - interval '16 minutes'`.execute(pulse.db);
  const { body } = await identityCall(pulse, "GetTokensFromRefreshToken", {
    ClientId: pulse.identity.pools.current.clientId,
    RefreshToken: tokens.RefreshToken,
  });
  return tokensIn(body).idToken;
}

describe("the second factor", () => {
  test("the second factor needs a verified phone", async () => {
    for (const phone of ["none", "given"] as const) {
      const person = await aPerson(pulse, customer, { phone });
      const { idToken: token } = await tokensOf(pulse, person.email);
      const { status, content } = await call(pulse, "PUT", "migration/enable-mfa", { token });
      expect([status, content["code"]]).toEqual([400, "phone_number_required"]);
    }
    expect((await call(pulse, "PUT", "migration/enable-mfa")).status).toBe(401);
  });

  test("the second factor is asked for at the next sign-in, and turning it on again changes nothing", async () => {
    const person = await aPerson(pulse, customer, { phone: "verified" });
    const { idToken: token } = await tokensOf(pulse, person.email);
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, content } = await call(pulse, "PUT", "migration/enable-mfa", { token });
      expect([status, content]).toEqual([200, { mfa_enabled: true }]);
    }
    expect((await call(pulse, "GET", "users/me", { token })).content["mfa_enabled"]).toBe(true);
    expect((await passwordSignIn(pulse, person.email))["ChallengeName"]).toBe("SMS_MFA");
  });
});

describe("the phone", () => {
  test("a new phone number gets a code and is unverified until the code is entered", async () => {
    const person = await aPerson(pulse, customer);
    const tokens = await tokensOf(pulse, person.email);
    const changed = await set(tokens.idToken, "phone_number", person.phoneNumber);
    expect(changed.status).toBe(200);
    expect(changed.content).toMatchObject({ phone_number: person.phoneNumber, phone_number_verified: false });
    const [message] = await messagesTo(pulse, person.phoneNumber);
    expect(message).toMatchObject({ channel: "sms" });

    const code = await codeTo(pulse, person.phoneNumber);
    const wrong = await verify(tokens, "phone_number", otherThan(code));
    expect([wrong.status, wrong.content["code"]]).toEqual([400, "confirmation_code_mismatch"]);
    const right = await verify(tokens, "phone_number", code);
    expect(right.status).toBe(200);
    expect(right.content).toMatchObject({ phone_number: person.phoneNumber, phone_number_verified: true });
    const again = await verify(tokens, "phone_number", code);
    expect([again.status, again.content["code"]]).toEqual([400, "confirmation_code_expired"]);
  });

  test("the same phone number set again gets another code while it is unverified, and none once it is verified", async () => {
    const person = await aPerson(pulse, customer);
    const tokens = await tokensOf(pulse, person.email);
    await set(tokens.idToken, "phone_number", person.phoneNumber);
    await set(tokens.idToken, "phone_number", person.phoneNumber);
    expect(await messagesTo(pulse, person.phoneNumber)).toHaveLength(2);
    await verify(tokens, "phone_number", await codeTo(pulse, person.phoneNumber));
    const same = await set(tokens.idToken, "phone_number", person.phoneNumber);
    expect(same.content).toMatchObject({ phone_number_verified: true });
    expect(await messagesTo(pulse, person.phoneNumber)).toHaveLength(2);
  });

  test("a verified phone number keeps receiving sign-in codes until the new one is verified", async () => {
    const person = await aPerson(pulse, customer, { phone: "verified" });
    const tokens = await tokensOf(pulse, person.email);
    await call(pulse, "PUT", "migration/enable-mfa", { token: tokens.idToken });
    const other = "+12025559999";
    const changed = await set(tokens.idToken, "phone_number", other);
    expect(changed.content).toMatchObject({ phone_number: other, phone_number_verified: false });
    await passwordSignIn(pulse, person.email);
    expect(await messagesTo(pulse, person.phoneNumber)).toHaveLength(1);
    await verify(tokens, "phone_number", await codeTo(pulse, other));
    await passwordSignIn(pulse, person.email);
    expect(await messagesTo(pulse, person.phoneNumber)).toHaveLength(1);
    expect(await messagesTo(pulse, other)).toHaveLength(2);
  });

  test("a verified phone number can be changed only shortly after a sign-in, a first one at any time", async () => {
    const [with_, without] = [await aPerson(pulse, customer, { phone: "verified" }), await aPerson(pulse, customer)];
    const first = await staleToken(with_.email);
    const refused = await set(first, "phone_number", "+12025558888");
    expect([refused.status, refused.content["code"]]).toEqual([403, "sign_in_again"]);
    expect(await messagesTo(pulse, "+12025558888")).toEqual([]);
    expect((await set(first, "given_name", "Renée")).status).toBe(200);
    const second = await staleToken(without.email);
    expect((await set(second, "phone_number", "+12025558888")).status).toBe(200);
  });

  test.each(["0151 2345678", "+0123456789", "", "+49 30 1234", "++491512345678"])(
    "the value %j is refused as a phone number",
    async (value) => {
      const person = await aPerson(pulse, customer);
      const { idToken } = await tokensOf(pulse, person.email);
      const { status, content } = await set(idToken, "phone_number", value);
      expect([status, content["code"]]).toEqual([400, "phone_invalid"]);
      expect(content["details"]).toMatchObject([{ path: "value" }]);
    },
  );

  test("codes for a phone number are limited per hour", async () => {
    const person = await aPerson(pulse, customer);
    const { idToken } = await tokensOf(pulse, person.email);
    const answers = [];
    for (let nth = 0; nth < 8; nth += 1) answers.push(await set(idToken, "phone_number", person.phoneNumber));
    const last = answers.at(-1);
    expect([last?.status, last?.content["code"]]).toEqual([429, "too_many_requests"]);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await messagesTo(pulse, person.phoneNumber)).length).toBeLessThan(8);
  });
});

describe("the access token of a verification", () => {
  test("a verification's access token is required, must be valid, and must be the same person's", async () => {
    const [person, other] = [await aPerson(pulse, customer), await aPerson(pulse, customer)];
    const [tokens, others] = [await tokensOf(pulse, person.email), await tokensOf(pulse, other.email)];
    await set(tokens.idToken, "phone_number", person.phoneNumber);
    const code = await codeTo(pulse, person.phoneNumber);
    const { idToken, accessToken } = tokens;
    const missing = await verify({ idToken }, "phone_number", code);
    expect([missing.status, missing.content["code"]]).toEqual([401, "access_token_missing"]);
    for (const bad of [others.accessToken, idToken, `${accessToken.slice(0, -4)}AAAA`, "x.y.z", "nonsense"])
      expect((await verify({ idToken, accessToken: bad }, "phone_number", code)).status).toBe(401);
    expect((await verify({ accessToken }, "phone_number", code)).status).toBe(401);
    expect((await verify(tokens, "phone_number", code)).status).toBe(200);
    expect((await call(pulse, "GET", "users/me", { token: others.idToken })).content).toMatchObject({
      phone_number_verified: false,
    });
  });

  test("only an e-mail or a phone can be verified", async () => {
    const person = await aPerson(pulse, customer);
    const { status, content } = await verify(await tokensOf(pulse, person.email), "given_name", "123456");
    expect([status, content["code"]]).toEqual([400, "invalid_parameter"]);
  });
});

describe("changes to one's own profile", () => {
  test("people can set names and language in their own profile, in the pool too", async () => {
    const person = await aPerson(pulse, customer);
    const { idToken } = await tokensOf(pulse, person.email);
    await set(idToken, "given_name", "Renée");
    await set(idToken, "family_name", "O (two)");
    const { content } = await set(idToken, "locale", "de");
    expect(content).toMatchObject({ given_name: "Renée", family_name: "O (two)", locale: "de" });
    const claims = JSON.parse(
      Buffer.from((await tokensOf(pulse, person.email)).idToken.split(".")[1]!, "base64url").toString(),
    ) as object;
    expect(claims).toMatchObject({ given_name: "Renée", family_name: "O (two)" });
    await pulse.settled();
    const entries = await pulse.db
      .selectFrom("audit_entries")
      .select("changes")
      .where("user_email", "=", person.email)
      .where("action", "=", "update")
      .orderBy("id")
      .execute();
    expect(entries.flatMap(({ changes }) => changes.map(({ field, after }) => [field, after]))).toEqual([
      ["given_name", "Renée"],
      ["family_name", "O (two)"],
      ["locale", "de"],
    ]);
  });

  test("a change to one's own profile raises the version for anyone who edits the same person", async () => {
    const person = await aPerson(pulse, customer);
    const { idToken } = await tokensOf(pulse, person.email);
    const version = async () =>
      (await pulse.db.selectFrom("users").select("version").where("email", "=", person.email).executeTakeFirstOrThrow())
        .version;
    const before = await version();
    await set(idToken, "given_name", "Ren");
    expect(await version()).toBe(before + 1);
  });

  test.each([
    ["given_name", "", "field_required"],
    ["given_name", " Renée", "space_not_allowed"],
    ["family_name", "Robert'); DROP TABLE*", "char_not_allowed"],
    ["locale", "klingon", "invalid_parameter"],
    ["email", "else@pulse.test", "invalid_parameter"],
    ["is_superadmin", "true", "invalid_parameter"],
    ["custom:role", "admin", "invalid_parameter"],
    ["constructor", "x", "invalid_parameter"],
  ])("the profile change %s = %j is refused and changes nothing", async (attribute, value, code) => {
    const person = await aPerson(pulse, customer);
    const { idToken } = await tokensOf(pulse, person.email);
    const before = await call(pulse, "GET", "users/me", { token: idToken });
    const answer = await set(idToken, attribute, value);
    expect([answer.status, answer.content["code"]]).toEqual([400, code]);
    expect((await call(pulse, "GET", "users/me", { token: idToken })).text).toBe(before.text);
  });

  test("a profile change requires a value and a sign-in", async () => {
    const person = await aPerson(pulse, customer);
    const { idToken } = await tokensOf(pulse, person.email);
    const none = await call(pulse, "PUT", "users/me/given_name", { token: idToken, body: {} });
    expect([none.status, none.content["code"]]).toEqual([400, "field_required"]);
    expect((await set("", "given_name", "Renée")).status).toBe(401);
  });
});
