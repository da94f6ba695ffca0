import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { srpAnswer, tokensOf, type Tokens } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  clientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const rotate = async (RefreshToken: string) =>
  (await world.call("GetTokensFromRefreshToken", { ClientId: clientId, RefreshToken })).body;
const resultOf = (body: Record<string, unknown>): Tokens => {
  if (!body["AuthenticationResult"]) throw new Error(JSON.stringify(body));
  return body["AuthenticationResult"] as Tokens;
};

describe("null is the same as absent", () => {
  test("a null device key, which amazon-cognito-identity-js sends after dropping the device, is the same as none", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { request } = await srpAnswer(world, user.email, password);
    const answer = await world.call("RespondToAuthChallenge", {
      ...request,
      ChallengeResponses: { ...request.ChallengeResponses, DEVICE_KEY: null },
    });
    expect(resultOf(answer.body).NewDeviceMetadata?.DeviceKey).toBeTruthy();
  });

  test("null is the same as absent in the parameters of a sign-in, in whole fields and in attribute values", async () => {
    const user = await world.user({ mfaEnabled: false });
    const signedIn = await world.call("InitiateAuth", {
      ClientId: clientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: user.email, PASSWORD: password, DEVICE_KEY: null, SECRET_HASH: null },
      ClientMetadata: null,
      AnalyticsMetadata: null,
    });
    const { AccessToken } = resultOf(signedIn.body);
    const changed = await world.call("UpdateUserAttributes", {
      AccessToken,
      UserAttributes: [
        { Name: "given_name", Value: null },
        { Name: "family_name", Value: "Meier" },
      ],
    });
    expect(changed.status).toBe(200);
    const { body } = await world.call("GetUser", { AccessToken });
    const names = (body["UserAttributes"] as { Name: string }[]).map(({ Name }) => Name);
    expect(names).toContain("family_name");
    expect(names).not.toContain("given_name");
  });

  test("a null is refused where a value is required", async () => {
    const answer = await world.call("InitiateAuth", { ClientId: clientId, AuthFlow: null, AuthParameters: {} });
    expect(answer.body.type).toBe("InvalidParameterException");
    const listed = await world.call("SignUp", {
      ClientId: clientId,
      Username: "null@pulse.test",
      Password: password,
      UserAttributes: [null],
    });
    expect(listed.body.type).toBe("InvalidParameterException");
  });
});

describe("revoking", () => {
  test("an access or ID token is refused as a token type that cannot be revoked, and the session continues", async () => {
    const user = await world.user({ mfaEnabled: false });
    const tokens = await tokensOf(world, user);
    for (const Token of [tokens.AccessToken, tokens.IdToken]) {
      const answer = await world.call("RevokeToken", { ClientId: clientId, Token });
      expect([answer.status, answer.body.type]).toEqual([400, "UnsupportedTokenTypeException"]);
    }
    expect(resultOf(await rotate(tokens.RefreshToken)).AccessToken).toBeTruthy();
  });
});

describe("a stand-in for somebody who does not exist", () => {
  const challengeOf = async (username: string) =>
    (await srpAnswer(world, username, "Wrong-pass-1")).challenge.body["ChallengeParameters"] as Record<string, string>;

  test("a stand-in for somebody who does not exist is the same by e-mail and by the returned id, like a real account", async () => {
    const user = await world.user({ mfaEnabled: false });
    for (const email of [user.email, "stranger@pulse.test"]) {
      const first = await challengeOf(email);
      const byId = await challengeOf(first["USER_ID_FOR_SRP"] ?? "");
      expect([byId["USER_ID_FOR_SRP"], byId["USERNAME"], byId["SALT"]]).toEqual([
        first["USER_ID_FOR_SRP"],
        first["USERNAME"],
        first["SALT"],
      ]);
    }
  });

  test("a stand-in for somebody who does not exist is locked by e-mail and by id together, like a real account", async () => {
    const user = await world.user({ mfaEnabled: false });
    const attempt = async (username: string) =>
      (
        await world.call("InitiateAuth", {
          ClientId: clientId,
          AuthFlow: "USER_PASSWORD_AUTH",
          AuthParameters: { USERNAME: username, PASSWORD: "Wrong-pass-1" },
        })
      ).body.message;
    for (const email of [user.email, "stranger2@pulse.test"]) {
      const id = (await challengeOf(email))["USER_ID_FOR_SRP"] ?? "";
      for (let failure = 1; failure <= 5; failure += 1) await attempt(failure % 2 ? email : id);
      expect(await attempt(id)).toBe("Password attempts exceeded");
    }
  });

  test.each(["ForgotPassword", "ResendConfirmationCode"])(
    "a stand-in for somebody who does not exist shows as much of an address as a real account: %s",
    async (operation) => {
      const shown = async (Username: string): Promise<string> => {
        const { body } = await world.call(operation, { ClientId: clientId, Username });
        return (body["CodeDeliveryDetails"] as { Destination: string }).Destination;
      };
      const user = await world.user({ email: `zoe.${operation.toLowerCase()}@example.test`, mfaEnabled: false });
      const standIn = (await challengeOf("nobody-at-all@pulse.test"))["USER_ID_FOR_SRP"] ?? "";
      expect(await shown(user.email)).toBe("z***@e***");
      for (const id of [user.sub, standIn]) {
        expect(await shown(id)).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*$/);
        expect(await shown(id)).toBe(await shown(id));
      }
      // The mask shown for an id says nothing about the account's address: it comes from the id alone.
      const others = await Promise.all(
        Array.from({ length: 5 }, async (_, nth) =>
          shown((await world.user({ email: `zoe${nth}.${operation.toLowerCase()}@example.test` })).sub),
        ),
      );
      expect(new Set([await shown(user.sub), ...others]).size).toBeGreaterThan(1);
    },
  );
});

test("GlobalSignOut ends a sign-in that is waiting for its code", async () => {
  const user = await world.user();
  const begin = () =>
    world.call("InitiateAuth", {
      ClientId: clientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: user.email, PASSWORD: password },
    });
  const answer = (session: unknown) =>
    world.call("RespondToAuthChallenge", {
      ClientId: clientId,
      ChallengeName: "SMS_MFA",
      Session: session,
      ChallengeResponses: { USERNAME: user.sub, SMS_MFA_CODE: world.code(user.phone) },
    });
  const { AccessToken } = resultOf((await answer((await begin()).body["Session"])).body);
  const halfDone = (await begin()).body["Session"];
  expect((await world.call("GlobalSignOut", { AccessToken })).status).toBe(200);
  const late = await answer(halfDone);
  expect([late.status, late.body.type]).toEqual([400, "NotAuthorizedException"]);
});

describe("simultaneous refreshes", () => {
  test("20 simultaneous refreshes with one token all get the same next token, so the session does not branch", async () => {
    const user = await world.user({ mfaEnabled: false });
    const first = await tokensOf(world, user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(first.RefreshToken)));
    const next = new Set(answers.map((body) => resultOf(body).RefreshToken));
    expect(next.size).toBe(1);
    expect(next).not.toContain(first.RefreshToken);
    const alive = await world.db
      .selectFrom("identity_refresh_tokens")
      .select("token_hash")
      .where("origin_jti", "=", String(decodeJwt(first.AccessToken)["origin_jti"]))
      .where("rotated_at", "is", null)
      .execute();
    expect(alive).toHaveLength(1);
  });

  test("a tab that refreshes late but within the grace period gets the newest token and does not branch the session", async () => {
    const user = await world.user({ mfaEnabled: false });
    const first = await tokensOf(world, user);
    const second = resultOf(await rotate(first.RefreshToken)).RefreshToken;
    const third = resultOf(await rotate(second)).RefreshToken;
    expect(resultOf(await rotate(first.RefreshToken)).RefreshToken).toBe(third);
    world.pass(61_000);
    expect(resultOf(await rotate(third)).RefreshToken).not.toBe(third);
    expect((await rotate(second)).type).toBe("RefreshTokenReuseException");
  });
});

describe("user attributes", () => {
  test("user attributes do not make tokens larger than 4 KiB, and name and address stay in the ID token", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    const long = "ü".repeat(1000);
    for (let nth = 0; nth < 3; nth += 1) {
      const names = ["address", "profile", "nickname", "website", "middle_name"].concat(
        Array.from({ length: 5 }, (_, each) => `custom:many${nth}_${each}`),
      );
      const UserAttributes = names.map((Name) => ({ Name, Value: long }));
      expect((await world.call("UpdateUserAttributes", { AccessToken, UserAttributes })).status).toBe(200);
    }
    const again = await tokensOf(world, user);
    for (const token of [again.AccessToken, again.IdToken]) expect(token.length).toBeLessThan(4096);
    expect(decodeJwt(again.IdToken)).toMatchObject({ given_name: "Pat", family_name: "Meyer", email: user.email });
  });

  test("short user attributes appear in the ID token as on Amazon", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    const UserAttributes = [
      { Name: "locale", Value: "de" },
      { Name: "custom:badge", Value: "A-17" },
    ];
    await world.call("UpdateUserAttributes", { AccessToken, UserAttributes });
    expect(decodeJwt((await tokensOf(world, user)).IdToken)).toMatchObject({ locale: "de", "custom:badge": "A-17" });
  });

  test("user attributes are limited in number, so a user cannot fill the database", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    const add = (round: number) =>
      world.call("UpdateUserAttributes", {
        AccessToken,
        UserAttributes: Array.from({ length: 20 }, (_, nth) => ({ Name: `custom:r${round}_${nth}`, Value: "x" })),
      });
    expect([(await add(1)).status, (await add(2)).status]).toEqual([200, 200]);
    const refused = await add(3);
    expect([refused.status, refused.body.type]).toEqual([400, "InvalidParameterException"]);
  });
});
