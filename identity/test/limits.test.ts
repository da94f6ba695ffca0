import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { networkOf } from "../src/networks.ts";
import { defaultLimits } from "../src/throttle.ts";
import { srpAnswer, tokensOf } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  clientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const attempt = async (username: string, secret: string) =>
  (
    await world.call("InitiateAuth", {
      ClientId: clientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: username, PASSWORD: secret },
    })
  ).body;
const wrongOf = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, "0");

describe("guessing passwords", () => {
  test("an account is locked after 5 failures for 1 s, then twice as long each time, right password or not", async () => {
    const user = await world.user({ mfaEnabled: false });
    for (let failure = 1; failure <= 5; failure += 1)
      expect((await attempt(user.email, "Wrong-pass-1")).message).toBe("Incorrect username or password.");
    expect((await attempt(user.email, password)).message).toBe("Password attempts exceeded");
    world.pass(1001);
    expect((await attempt(user.email, "Wrong-pass-1")).message).toBe("Incorrect username or password.");
    world.pass(1001);
    expect((await attempt(user.email, password)).message).toBe("Password attempts exceeded");
    world.pass(1000);
    expect((await attempt(user.email, password))["AuthenticationResult"]).toBeDefined();
    expect((await attempt(user.email, "Wrong-pass-1")).message).toBe("Incorrect username or password.");
  });

  test("an account's lock never exceeds 15 minutes, and failed attempts are forgotten after 15 quiet minutes", async () => {
    const user = await world.user({ mfaEnabled: false });
    for (let failure = 1; failure <= 30; failure += 1) {
      await attempt(user.email, "Wrong-pass-1");
      world.pass(15 * 60_000 - 1000);
    }
    world.pass(1001);
    expect((await attempt(user.email, password))["AuthenticationResult"]).toBeDefined();
    for (let failure = 1; failure <= 4; failure += 1) await attempt(user.email, "Wrong-pass-1");
    world.pass(15 * 60_000 + 1);
    for (let failure = 1; failure <= 4; failure += 1) await attempt(user.email, "Wrong-pass-1");
    expect((await attempt(user.email, password))["AuthenticationResult"]).toBeDefined();
  });

  test("SRP and the password flow share one counter, and sessions opened in advance give no extra attempts", async () => {
    const user = await world.user({ mfaEnabled: false });
    const prepared = await Promise.all(Array.from({ length: 8 }, () => srpAnswer(world, user.email, "Wrong-pass-1")));
    const answers = await Promise.all(prepared.map(({ request }) => world.call("RespondToAuthChallenge", request)));
    const texts = answers.map((answer) => answer.body.message);
    expect(texts.filter((text) => text === "Incorrect username or password.")).toHaveLength(5);
    expect(texts.filter((text) => text === "Password attempts exceeded")).toHaveLength(3);
    expect((await attempt(user.email, password)).message).toBe("Password attempts exceeded");
  });

  test("someone signing in on many screens at once is not locked out", async () => {
    const user = await world.user({ mfaEnabled: false });
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(user.email, password)));
    expect(answers.every((answer) => answer["AuthenticationResult"])).toBe(true);
  });

  test("an unknown person is locked out like a known one, and nobody else is", async () => {
    const other = await world.user({ mfaEnabled: false });
    const answers = [];
    for (let failure = 1; failure <= 6; failure += 1)
      answers.push((await attempt("noone@pulse.test", "Wrong-pass-1")).message);
    expect(answers.at(-1)).toBe("Password attempts exceeded");
    expect((await attempt(other.email, password))["AuthenticationResult"]).toBeDefined();
  });

  test("a wrong old password when changing it counts as a failed attempt, too", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    for (let failure = 1; failure <= 5; failure += 1)
      await world.call("ChangePassword", {
        AccessToken,
        PreviousPassword: "Wrong-pass-1",
        ProposedPassword: "Another-pass-7",
      });
    expect((await attempt(user.email, password)).message).toBe("Password attempts exceeded");
  });
});

describe("codes", () => {
  const answerSms = (session: unknown, sub: string, code: string) =>
    world.call("RespondToAuthChallenge", {
      ClientId: clientId,
      ChallengeName: "SMS_MFA",
      Session: session,
      ChallengeResponses: { USERNAME: sub, SMS_MFA_CODE: code },
    });

  test("a sign-in code becomes invalid with its fifth wrong try, after 3 minutes, and once it is used", async () => {
    const user = await world.user();
    const first = await attempt(user.email, password);
    const code = world.code(user.phone);
    for (let step = 1; step <= 5; step += 1)
      expect((await answerSms(first["Session"], user.sub, wrongOf(code, step))).body).toMatchObject({
        type: "CodeMismatchException",
        message: "Invalid code or auth state for the user.",
      });
    expect((await answerSms(first["Session"], user.sub, code)).body.type).toBe("NotAuthorizedException");

    world.pass(60_000);
    const late = await attempt(user.email, password);
    const lateCode = world.code(user.phone);
    world.pass(3 * 60_000 + 1);
    expect((await answerSms(late["Session"], user.sub, lateCode)).body.message).toBe(
      "Invalid session for the user, session is expired.",
    );

    const good = await attempt(user.email, password);
    const goodCode = world.code(user.phone);
    expect((await answerSms(good["Session"], user.sub, goodCode)).body["AuthenticationResult"]).toBeDefined();
    expect((await answerSms(good["Session"], user.sub, goodCode)).body.message).toBe(
      "Invalid session for the user, session can only be used once.",
    );
  });

  test("new sign-ins do not give more attempts at the code", async () => {
    const user = await world.user();
    const texts = [];
    for (let round = 0; round < 3; round += 1) {
      const first = await attempt(user.email, password);
      const wrong = wrongOf(world.code(user.phone));
      for (let tries = 0; tries < 4; tries += 1)
        texts.push((await answerSms(first["Session"], user.sub, wrong)).body.type);
    }
    expect(texts.filter((type) => type === "CodeMismatchException")).toHaveLength(5);
    expect(texts.at(-1)).toBe("TooManyFailedAttemptsException");
  });

  test("the code of one sign-in does not work for another", async () => {
    const user = await world.user();
    const first = await attempt(user.email, password);
    const firstCode = world.code(user.phone);
    let second = await attempt(user.email, password);
    if (world.code(user.phone) === firstCode) second = await attempt(user.email, password);
    expect((await answerSms(second["Session"], user.sub, firstCode)).body.type).toBe("CodeMismatchException");
    expect((await answerSms(first["Session"], user.sub, firstCode)).body["AuthenticationResult"]).toBeDefined();
  });

  test("a reset code works once, expires after an hour or five tries, and is replaced by the next one", async () => {
    const user = await world.user({ mfaEnabled: false });
    const forgot = () => world.call("ForgotPassword", { ClientId: clientId, Username: user.email });
    const redeem = async (ConfirmationCode: string, Password = "Another-pass-7") =>
      (
        await world.call("ConfirmForgotPassword", {
          ClientId: clientId,
          Username: user.email,
          ConfirmationCode,
          Password,
        })
      ).body;

    expect((await redeem("123456")).type).toBe("ExpiredCodeException");
    await forgot();
    const old = world.code(user.email);
    for (let step = 1; step <= 5; step += 1)
      expect((await redeem(wrongOf(old, step))).type).toBe("CodeMismatchException");
    expect(await redeem(old)).toMatchObject({
      type: "ExpiredCodeException",
      message: "Invalid code provided, please request a code again.",
    });

    await forgot();
    const expired = world.code(user.email);
    world.pass(3_600_001);
    expect((await redeem(expired)).type).toBe("ExpiredCodeException");

    await forgot();
    const code = world.code(user.email);
    expect(await redeem(code, "short")).toMatchObject({
      type: "InvalidPasswordException",
      message: "Password did not conform with policy: Password not long enough",
    });
    expect(await redeem(code)).toEqual({});
    expect((await redeem(code)).type).toBe("ExpiredCodeException");
    expect((await attempt(user.email, password)).type).toBe("NotAuthorizedException");
    expect((await attempt(user.email, "Another-pass-7"))["AuthenticationResult"]).toBeDefined();
  });

  test("codes are kept only as keyed hashes", async () => {
    const user = await world.user();
    await world.call("ForgotPassword", { ClientId: clientId, Username: user.email });
    const code = world.code(user.email);
    const rows = JSON.stringify(await world.db.selectFrom("identity_codes").selectAll().execute());
    expect(rows).not.toContain(code);
  });

  test("requests for codes are limited per account", async () => {
    await world.call("SignUp", { ClientId: clientId, Username: "often@pulse.test", Password: password });
    const ask = async () =>
      (await world.call("ResendConfirmationCode", { ClientId: clientId, Username: "often@pulse.test" })).body.type;
    for (let sent = 1; sent <= 5; sent += 1) expect(await ask()).toBeUndefined();
    expect(await ask()).toBe("LimitExceededException");
    world.passOnMachine(3_600_001);
    expect(await ask()).toBeUndefined();
  });
});

describe("addresses", () => {
  test("requests above an address's limit per minute get Cognito's error, and the next minute they are accepted again", async () => {
    const small = await createWorld({ limits: { loopbackPerMin: 20 } });
    try {
      const answers = await Promise.all(Array.from({ length: 25 }, () => small.call("GetUser", { AccessToken: "x" })));
      const types = answers.map((answer) => answer.body.type ?? "").toSorted();
      expect(types).toEqual([
        ...Array.from({ length: 20 }, () => "NotAuthorizedException"),
        ...Array.from({ length: 5 }, () => "TooManyRequestsException"),
      ]);
      small.passOnMachine(60_001);
      expect((await small.call("GetUser", { AccessToken: "x" })).body.type).toBe("NotAuthorizedException");
    } finally {
      await small.close();
    }
  });

  test("loopback may make several hundred calls a minute", () => {
    expect(defaultLimits.loopbackPerMin).toBeGreaterThanOrEqual(600);
  });

  test("an IPv4 address written as IPv6 is logged as plain IPv4", async () => {
    const dual = await createWorld({ trustProxy: true });
    try {
      const { clientId: ClientId } = dual.identity.pools.current;
      const AuthParameters = { USERNAME: (await dual.user()).email, PASSWORD: "Wrong-pass-1" };
      await dual.call(
        "InitiateAuth",
        { ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters },
        { "x-forwarded-for": "::ffff:203.0.113.8" },
      );
      expect(dual.audit.at(-1)).toMatchObject({ action: "sign_in_failed", ip: "203.0.113.8" });
    } finally {
      await dual.close();
    }
  });

  test("an IPv6 host is counted by its /64, however it is written", () => {
    expect(networkOf("2001:db8::1")).toBe(networkOf("2001:0db8:0:0:ffff::9"));
    expect(networkOf("2001:db8::1")).not.toBe(networkOf("2001:db8:0:1::1"));
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("192.0.2.7")).not.toBe(networkOf("192.0.2.8"));
  });
});
