import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stepMs, totpCode } from "../src/totp.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

// Tries that are refused without being judged leave one entry in the audit log: not none, and not one each.

let world: World;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld({ limits: { addressPerMin: 20 }, trustProxy: true });
  ClientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());
beforeEach(() => void (world.audit.length = 0));

type Person = Awaited<ReturnType<World["user"]>>;

const begin = async (user: Person, secret = password) =>
  (
    await world.call("InitiateAuth", {
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: user.email, PASSWORD: secret },
    })
  ).body;
const give = async (user: Person, Session: unknown, code: string) =>
  (
    await world.call("RespondToAuthChallenge", {
      ClientId,
      ChallengeName: "SMS_MFA",
      Session,
      ChallengeResponses: { USERNAME: user.sub, SMS_MFA_CODE: code },
    })
  ).body;
const otherThan = (code: string): string => (code === "000000" ? "111111" : "000000");
const refusals = (user: Person) =>
  world.audit
    .filter(({ sub, action }) => sub === user.sub && /refused|failed/.test(action))
    .map(({ action, detail }) => [action, detail["reason"] ?? "wrong"]);

/** Five wrong codes, after which the account's codes are locked for a second. */
async function locked(): Promise<Person> {
  const user = await world.user();
  const { Session } = await begin(user);
  const wrong = otherThan(world.code(user.phone));
  for (let tries = 0; tries < 5; tries += 1)
    expect((await give(user, Session, wrong)).type).toBe("CodeMismatchException");
  expect(refusals(user)).toEqual(Array.from({ length: 5 }, () => ["code_refused", "wrong"]));
  world.audit.length = 0;
  return user;
}

describe("codes", () => {
  test("codes refused while an account's codes are locked leave one entry for each lock", async () => {
    const user = await locked();
    const { Session } = await begin(user);
    const right = world.code(user.phone);
    for (let tries = 0; tries < 4; tries += 1)
      expect((await give(user, Session, right)).type).toBe("TooManyFailedAttemptsException");
    expect(refusals(user)).toEqual([["code_refused", "locked"]]);

    world.pass(1001);
    expect((await give(user, Session, otherThan(right))).type).toBe("CodeMismatchException");
    const { Session: next } = await begin(user);
    for (let tries = 0; tries < 3; tries += 1)
      expect((await give(user, next, right)).type).toBe("TooManyFailedAttemptsException");
    expect(refusals(user)).toEqual([
      ["code_refused", "locked"],
      ["code_refused", "wrong"],
      ["code_refused", "locked"],
    ]);
  });

  test("codes given to a sign-in that has no tries left leave one entry", async () => {
    const user = await world.user();
    const { Session } = await begin(user);
    const right = world.code(user.phone);
    for (let tries = 0; tries < 5; tries += 1) await give(user, Session, otherThan(right));
    world.audit.length = 0;
    world.pass(2000);
    for (let tries = 0; tries < 3; tries += 1)
      expect((await give(user, Session, right)).type).toBe("NotAuthorizedException");
    expect(refusals(user)).toEqual([["code_refused", "locked"]]);
  });

  test("a code that comes too late leaves one entry, and so does one that was used before", async () => {
    const user = await world.user();
    const { Session: old } = await begin(user);
    const late = world.code(user.phone);
    world.pass(3 * 60_000 + 1);
    for (let tries = 0; tries < 3; tries += 1)
      expect((await give(user, old, late)).message).toBe("Invalid session for the user, session is expired.");
    const { Session: good } = await begin(user);
    const right = world.code(user.phone);
    expect((await give(user, good, right))["AuthenticationResult"]).toBeDefined();
    for (let tries = 0; tries < 3; tries += 1)
      expect((await give(user, good, right)).message).toBe(
        "Invalid session for the user, session can only be used once.",
      );
    expect(refusals(user)).toEqual([
      ["code_refused", "expired"],
      ["code_refused", "used"],
    ]);
  });

  test("codes of an app that is set up count under the same lock and leave one entry", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    const { body } = await world.call("AssociateSoftwareToken", { AccessToken });
    const codeIn = (steps: number) => totpCode(String(body["SecretCode"]), Math.floor(world.now() / stepMs) + steps);
    for (let tries = 0; tries < 5; tries += 1)
      await world.call("VerifySoftwareToken", { AccessToken, UserCode: codeIn(100) });
    world.audit.length = 0;
    for (let tries = 0; tries < 3; tries += 1)
      expect((await world.call("VerifySoftwareToken", { AccessToken, UserCode: codeIn(0) })).body.type).toBe(
        "TooManyFailedAttemptsException",
      );
    expect(refusals(user)).toEqual([["code_refused", "locked"]]);
  });
});

describe("codes for an address or a reset", () => {
  const hourMs = 3_600_000;
  let people = 0;
  const signedUp = async (): Promise<Person> => {
    const email = `new${++people}@pulse.test`;
    const attributes = [{ Name: "email", Value: email }];
    const { body } = await world.call("SignUp", {
      ClientId,
      Username: email,
      Password: password,
      UserAttributes: attributes,
    });
    return { sub: String(body["UserSub"]), email, password, phone: "" };
  };
  const confirm = async (user: Person, ConfirmationCode: string) =>
    (await world.call("ConfirmSignUp", { ClientId, Username: user.email, ConfirmationCode })).body.type;
  const reset = async (user: Person, ConfirmationCode: string) =>
    (
      await world.call("ConfirmForgotPassword", {
        ClientId,
        Username: user.email,
        ConfirmationCode,
        Password: "Seven-Boats-4-Lakes",
      })
    ).body.type;
  const askForReset = async (): Promise<Person> => {
    const user = await world.user();
    await world.call("ForgotPassword", { ClientId, Username: user.email });
    return user;
  };

  test.each([
    { what: "that confirms an email", begun: signedUp, give: confirm, lifeMs: 24 * hourMs },
    { what: "that resets a password", begun: askForReset, give: reset, lifeMs: hourMs },
  ])("each wrong code $what has an entry, and later tries have one more", async ({ begun, give: answer, lifeMs }) => {
    const user = await begun();
    const wrong = otherThan(world.code(user.email));
    for (let tries = 0; tries < 5; tries += 1) expect(await answer(user, wrong)).toBe("CodeMismatchException");
    for (let tries = 0; tries < 3; tries += 1) expect(await answer(user, wrong)).toBe("ExpiredCodeException");
    const wrongs = Array.from({ length: 5 }, () => ["code_refused", "wrong"]);
    expect(refusals(user)).toEqual([...wrongs, ["code_refused", "locked"]]);

    const late = await begun();
    const code = world.code(late.email);
    world.pass(lifeMs + 1);
    for (let tries = 0; tries < 3; tries += 1) expect(await answer(late, code)).toBe("ExpiredCodeException");
    expect(refusals(late)).toEqual([["code_refused", "expired"]]);
  });

  test("each wrong code that proves a phone number has an entry", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    await world.call("GetUserAttributeVerificationCode", { AccessToken, AttributeName: "phone_number" });
    const Code = otherThan(world.code(user.phone));
    const verify = { AccessToken, AttributeName: "phone_number", Code };
    for (let tries = 0; tries < 2; tries += 1)
      expect((await world.call("VerifyUserAttribute", verify)).body.type).toBe("CodeMismatchException");
    expect(refusals(user)).toEqual([
      ["code_refused", "wrong"],
      ["code_refused", "wrong"],
    ]);
  });

  test("a code for a name that nobody has leaves the same entries, without a person", async () => {
    const nobody = { sub: "", email: "nobody.to.reset@pulse.test", password, phone: "" };
    await world.call("ForgotPassword", { ClientId, Username: nobody.email });
    for (let tries = 0; tries < 2; tries += 1) expect(await reset(nobody, "000000")).toMatch(/^CodeMismatch|^Expired/);
    expect(world.audit.filter(({ action }) => action === "code_refused").map(({ sub, email }) => [sub, email])).toEqual(
      [
        [null, nobody.email],
        [null, nobody.email],
      ],
    );
  });
});

describe("passwords", () => {
  test("passwords refused while an account is locked leave one entry for each lock, also for a name nobody has", async () => {
    const user = await world.user({ mfaEnabled: false });
    const nobody = { ...user, sub: "", email: "nobody.here@pulse.test" };
    for (const who of [user, nobody]) {
      for (let tries = 0; tries < 12; tries += 1) await begin(who, "Wrong-pass-1");
      const noted = world.audit.filter(({ action, email }) => action === "sign_in_failed" && email === who.email);
      expect(noted.map(({ detail }) => detail["reason"] ?? "wrong")).toEqual([
        "wrong",
        "wrong",
        "wrong",
        "wrong",
        "wrong",
        "locked",
      ]);
    }
  });
});

describe("addresses", () => {
  test("an address over its limit leaves one entry a minute, however much it sends", async () => {
    const from = { "x-forwarded-for": "203.0.113.77" };
    const send = async () => (await world.call("GetUser", { AccessToken: "no.token.here" }, from)).body.type;
    const types: unknown[] = [];
    for (let calls = 0; calls < 30; calls += 1) types.push(await send());
    expect(types.filter((type) => type === "TooManyRequestsException")).toHaveLength(10);
    const entries = () => world.audit.filter(({ action }) => action === "address_limited");
    expect(entries()).toMatchObject([{ ip: "203.0.113.77", sub: null, email: null }]);
    world.passOnMachine(60_001);
    for (let calls = 0; calls < 25; calls += 1) await send();
    expect(entries()).toHaveLength(2);
  });
});
