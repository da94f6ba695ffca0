import { afterAll, beforeEach, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { codeTo, identityCall, password, passwordSignIn, tokensIn } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse | null = null;
beforeEach(async () => {
  await pulse?.stop();
  pulse = await testPulse();
});
afterAll(() => pulse?.stop());

const form = (token: string | null, change: object = {}) => ({
  token,
  email: "root@pulse.test",
  given_name: "Ro",
  family_name: "Ot",
  phone_number: "+12025550100",
  password,
  ...change,
});
const redeem = (body: object) => call(pulse!, "POST", "setup/superadmin", { body });

test("the link of the first start creates one superadmin, who signs in with a code", async () => {
  const token = await pulse!.openFirstStart();
  const made = await redeem(form(token));
  expect([made.status, made.content]).toEqual([201, { created: true }]);
  const challenge = await passwordSignIn(pulse!, "root@pulse.test");
  expect(challenge["ChallengeName"]).toBe("SMS_MFA");
  const { body } = await identityCall(pulse!, "RespondToAuthChallenge", {
    ClientId: pulse!.identity.pools.current.clientId,
    ChallengeName: "SMS_MFA",
    Session: challenge["Session"],
    ChallengeResponses: { USERNAME: "root@pulse.test", SMS_MFA_CODE: await codeTo(pulse!, "+12025550100") },
  });
  const me = await call(pulse!, "GET", "users/me", { token: tokensIn(body).idToken });
  expect(me.content).toMatchObject({
    email: "root@pulse.test",
    is_superadmin: true,
    dev_tool_enabled: true,
    customer_id: null,
    mfa_enabled: true,
    phone_number_verified: true,
  });
  const again = await redeem(form(token, { email: "second@pulse.test" }));
  expect([again.status, again.content["code"]]).toEqual([401, "unauthorized"]);
  expect(await pulse!.openFirstStart()).toBeNull();
});

test("a first-start link used several times at the same moment creates one superadmin", async () => {
  const token = await pulse!.openFirstStart();
  const answers = await Promise.all(
    ["a@pulse.test", "b@pulse.test", "c@pulse.test"].map((email) => redeem(form(token, { email }))),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401, 401]);
});

test("a refused password at the first start leaves nothing behind, and the link still works", async () => {
  const token = await pulse!.openFirstStart();
  for (const weak of ["Password1", "root@pulse.tesT1"]) {
    const refused = await redeem(form(token, { password: weak }));
    expect([refused.status, refused.content["code"]]).toEqual([400, "password_requirement_not_met"]);
  }
  expect((await redeem(form(token, { phone_number: "12" }))).content["code"]).toBe("phone_invalid");
  expect(await pulse!.superadmins!.exist()).toBe(false);
  expect((await redeem(form(token))).status).toBe(201);
});

test("nobody becomes superadmin without the first start's link, before or after it is created", async () => {
  expect((await redeem(form("guess"))).status).toBe(401);
  const token = await pulse!.openFirstStart();
  expect((await redeem(form("guess"))).status).toBe(401);
  expect((await redeem(form(`${token}x`))).status).toBe(401);
  expect(await pulse!.superadmins!.exist()).toBe(false);
});
