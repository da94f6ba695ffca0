import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { N } from "../src/modPow.ts";
import { srpAnswer, tokensOf } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  clientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const passwordSignIn = (username: string, secret: string, pool = world.identity.pools.current) =>
  world.call("InitiateAuth", {
    ClientId: pool.clientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: username, PASSWORD: secret },
  });

describe("the wire", () => {
  test("an unknown operation gets Cognito's error, even when its name is a property of every object", async () => {
    for (const name of ["Nonsense", "constructor", "__proto__", "toString", ""]) {
      const answer = await world.call(name, {});
      expect(answer).toMatchObject({ status: 400, body: { type: "UnknownOperationException" } });
      expect(answer.headers.get("x-amzn-errortype")).toBe("UnknownOperationException:");
    }
    const bare = await fetch(world.endpoint, { method: "POST", body: "{}" });
    expect(await bare.json()).toEqual({ ["__type"]: "UnknownOperationException", message: "Unknown operation " });
  });

  test("malformed request bodies are refused with a named error that reveals nothing internal", async () => {
    expect((await world.call("InitiateAuth", "{oops")).body.type).toBe("SerializationException");
    expect((await world.call("InitiateAuth", "")).body.type).toBe("SerializationException");
    for (const body of [null, [], "text", 5, { ClientId: 5 }, { ClientId: clientId, AuthFlow: [] }])
      expect((await world.call("InitiateAuth", body === "text" ? '"text"' : body)).body.type).toBe(
        "InvalidParameterException",
      );
    const nested = await world.call("InitiateAuth", {
      ClientId: clientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: { $ne: "" }, PASSWORD: "x" },
    });
    expect(nested.body).toMatchObject({
      type: "InvalidParameterException",
      message: expect.stringContaining("AuthParameters.USERNAME") as string,
    });
    const inherited = await world.call(
      "InitiateAuth",
      `{"ClientId":"${clientId}","AuthFlow":"USER_PASSWORD_AUTH","AuthParameters":{"__proto__":{"USERNAME":"a","PASSWORD":"b"}}}`,
    );
    expect(inherited.body.type).toBe("InvalidParameterException");
  });

  test("a request body above 64 KiB is refused with 413", async () => {
    const answer = await world.call("InitiateAuth", { ClientId: clientId, AuthFlow: "x".repeat(70_000) });
    expect(answer).toMatchObject({ status: 413, body: { type: "RequestEntityTooLargeException" } });
  });

  test("an unknown client, flow or challenge is refused with its own error", async () => {
    expect((await world.call("InitiateAuth", { ClientId: "nobody", AuthFlow: "USER_SRP_AUTH" })).body).toMatchObject({
      type: "ResourceNotFoundException",
      message: "User pool client nobody does not exist.",
    });
    for (const AuthFlow of ["ADMIN_USER_PASSWORD_AUTH", "ADMIN_NO_SRP_AUTH", "CUSTOM_AUTH", "constructor"])
      expect((await world.call("InitiateAuth", { ClientId: clientId, AuthFlow })).body.type).toBe(
        "InvalidParameterException",
      );
    expect(
      (await world.call("RespondToAuthChallenge", { ClientId: clientId, ChallengeName: "constructor" })).body.type,
    ).toBe("InvalidParameterException");
  });

  test("requests to the identity endpoint are allowed from any origin, with the headers that the browser client sends", async () => {
    const preflight = await fetch(world.endpoint, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.test", "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
    for (const header of [
      "content-type",
      "cache-control",
      "x-amz-target",
      "x-amz-user-agent",
      "amz-sdk-invocation-id",
      "amz-sdk-request",
    ])
      expect(allowed.split(",")).toContain(header);
    expect((await world.call("Nonsense", {})).headers.get("access-control-allow-origin")).toBe("*");
  });

  test("the identity endpoint answers with and without a trailing slash, and publishes keys only for its pools", async () => {
    const bare = await fetch(world.endpoint.slice(0, -1), { method: "POST", body: "{}" });
    expect(bare.status).toBe(400);
    const { issuer, userPoolId } = world.identity.pools.legacy;
    const discovery = await fetch(`${world.origin}/identity/${userPoolId}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` });
    const jwks = (await (await fetch(`${world.origin}/identity/${userPoolId}/.well-known/jwks.json`)).json()) as {
      keys: Record<string, string>[];
    };
    expect(Object.keys(jwks.keys[0] ?? {}).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    expect((await fetch(`${world.origin}/identity/us-east-1_Other/.well-known/jwks.json`)).status).toBe(404);
  });
});

describe("SRP values and sessions", () => {
  test("an SRP A of zero, N, N-1 or any malformed value is refused", async () => {
    const user = await world.user();
    for (const SRP_A of [
      "0",
      "00",
      N.toString(16),
      (2n * N).toString(16),
      (N - 1n).toString(16),
      "g",
      "f".repeat(10_000),
      "-5",
    ]) {
      const answer = await world.call("InitiateAuth", {
        ClientId: clientId,
        AuthFlow: "USER_SRP_AUTH",
        AuthParameters: { USERNAME: user.email, SRP_A },
      });
      expect(answer).toMatchObject({ status: 400, body: { type: "InvalidParameterException" } });
    }
  });

  test("an SRP password claim works once, and a replay is refused", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { request } = await srpAnswer(world, user.email, password);
    expect((await world.call("RespondToAuthChallenge", request)).body["AuthenticationResult"]).toBeDefined();
    expect((await world.call("RespondToAuthChallenge", request)).body).toMatchObject({
      type: "NotAuthorizedException",
      message: "Invalid session for the user, session can only be used once.",
    });
  });

  test("exactly one of many identical password claims sent at once succeeds", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { request } = await srpAnswer(world, user.email, password);
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.call("RespondToAuthChallenge", request)));
    expect(answers.filter((answer) => answer.body["AuthenticationResult"])).toHaveLength(1);
  });

  test("an SRP session is found by the secret block if a client omits it", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { request } = await srpAnswer(world, user.email, password);
    const { Session: _, ...without } = request;
    expect((await world.call("RespondToAuthChallenge", without)).body["AuthenticationResult"]).toBeDefined();
  });

  test("a sign-in session is refused after 3 minutes, and for another person, step or pool", async () => {
    const [user, other] = [await world.user({ mfaEnabled: false }), await world.user()];
    const late = await srpAnswer(world, user.email, password);
    world.pass(3 * 60_000 + 1);
    expect((await world.call("RespondToAuthChallenge", late.request)).body.message).toBe(
      "Invalid session for the user, session is expired.",
    );
    const { request } = await srpAnswer(world, user.email, password);
    const changed = [
      { ...request, ChallengeResponses: { ...request.ChallengeResponses, USERNAME: other.sub } },
      { ...request, Session: "A".repeat(43) },
      { ...request, ClientId: world.identity.pools.legacy.clientId },
      { ...request, ChallengeName: "SMS_MFA", ChallengeResponses: { USERNAME: user.sub, SMS_MFA_CODE: "123456" } },
      { ...request, ChallengeResponses: { ...request.ChallengeResponses, PASSWORD_CLAIM_SECRET_BLOCK: "QUJD" } },
    ];
    for (const bad of changed)
      expect((await world.call("RespondToAuthChallenge", bad)).body).toMatchObject({
        type: "NotAuthorizedException",
        message: "Invalid session for the user.",
      });
    expect((await world.call("RespondToAuthChallenge", request)).body["AuthenticationResult"]).toBeDefined();
  });

  test("the SMS step cannot be skipped by answering a device or new-password challenge instead", async () => {
    const user = await world.user();
    const first = await passwordSignIn(user.email, password);
    expect(first.body["ChallengeName"]).toBe("SMS_MFA");
    for (const ChallengeName of ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER", "NEW_PASSWORD_REQUIRED"]) {
      const answer = await world.call("RespondToAuthChallenge", {
        ClientId: clientId,
        ChallengeName,
        Session: first.body["Session"],
        ChallengeResponses: {
          USERNAME: user.sub,
          DEVICE_KEY: "us-east-1_x",
          SRP_A: "2345",
          NEW_PASSWORD: "Another-pass-7",
          PASSWORD_CLAIM_SECRET_BLOCK: "QUJD",
          TIMESTAMP: "t",
          PASSWORD_CLAIM_SIGNATURE: "s",
        },
      });
      expect(answer.body.message).toBe("Invalid session for the user.");
    }
  });
});

describe("access tokens", () => {
  const getUser = async (token: string) => (await world.call("GetUser", { AccessToken: token })).body;
  const refused = { type: "NotAuthorizedException", message: "Invalid Access Token" };

  test("only our own unexpired access tokens are accepted", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken, IdToken } = await tokensOf(world, user);
    expect(await getUser(AccessToken)).toMatchObject({ Username: user.sub });

    const claims = decodeJwt(AccessToken);
    const { kid } = decodeProtectedHeader(AccessToken);
    const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const ours = JSON.parse(await readFile(join(world.keysDir, "identity-signing-keys.json"), "utf8")) as {
      pools: Record<string, { kid: string; privateJwk: Record<string, string> }[]>;
    };
    const { current, legacy } = world.identity.pools;
    const keyOf = (poolId: string) =>
      createPrivateKey({ key: ours.pools[poolId]?.[0]?.privateJwk ?? {}, format: "jwk" });
    const signed = (change: object, key = keyOf(current.userPoolId), header = { alg: "RS256", kid: String(kid) }) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader(header).sign(key);

    expect(await getUser(await signed({}))).toMatchObject({ Username: user.sub });
    const bad = [
      "garbage",
      "a.b.c",
      IdToken,
      new UnsecuredJWT({ ...claims }).encode(),
      await signed({}, stranger),
      await signed({}, keyOf(legacy.userPoolId)),
      await signed({}, keyOf(legacy.userPoolId), { alg: "RS256", kid: ours.pools[legacy.userPoolId]?.[0]?.kid ?? "" }),
      await signed({ iss: legacy.issuer }),
      await signed({ iss: "https://elsewhere.test" }),
      await signed({ client_id: legacy.clientId }),
      await signed({ token_use: "id" }),
      await signed({ sub: undefined }),
      await signed({}, keyOf(current.userPoolId), { alg: "PS256", kid: String(kid) }),
      `${AccessToken.slice(0, -6)}AAAAAA`,
    ];
    for (const token of bad) expect(await getUser(token)).toMatchObject(refused);
  });

  test("an access token expires after 8 hours, and when its user is disabled", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    world.pass(8 * 3_600_000 - 1000);
    expect(await getUser(AccessToken)).toMatchObject({ Username: user.sub });
    world.pass(1000);
    expect(await getUser(AccessToken)).toMatchObject({ message: "Access Token has expired" });
    const fresh = await tokensOf(world, user);
    await world.identity.admin.disableUser({ pool: "current", username: user.email });
    expect(await getUser(fresh.AccessToken)).toMatchObject({ message: "Access Token has been revoked" });
    expect((await passwordSignIn(user.email, password)).body.message).toBe("User is disabled.");
    await world.identity.admin.enableUser({ pool: "current", username: user.email });
    expect((await passwordSignIn(user.email, password)).body["AuthenticationResult"]).toBeDefined();
  });
});
