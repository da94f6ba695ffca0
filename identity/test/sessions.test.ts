import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeJwt } from "jose";
import { tokensOf, type Tokens } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  clientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const rotate = async (RefreshToken: string, DeviceKey?: string) =>
  (await world.call("GetTokensFromRefreshToken", { ClientId: clientId, RefreshToken, DeviceKey })).body;
const refreshAuth = async (REFRESH_TOKEN: string) =>
  (
    await world.call("InitiateAuth", {
      ClientId: clientId,
      AuthFlow: "REFRESH_TOKEN_AUTH",
      AuthParameters: { REFRESH_TOKEN },
    })
  ).body;
const resultOf = (body: Record<string, unknown>): Tokens => {
  if (!body["AuthenticationResult"]) throw new Error(JSON.stringify(body));
  return body["AuthenticationResult"] as Tokens;
};

describe("refresh", () => {
  test("a rotated refresh token works for 60 s more, for two tabs that refresh at once; later use revokes the family", async () => {
    const user = await world.user({ mfaEnabled: false });
    const first = await tokensOf(world, user);
    const second = resultOf(await rotate(first.RefreshToken));
    world.pass(59_000);
    const third = resultOf(await rotate(first.RefreshToken));
    expect(second.RefreshToken).not.toBe(first.RefreshToken);
    expect(third.RefreshToken).toBe(second.RefreshToken);
    world.pass(2000);
    const since = world.now();
    expect((await rotate(first.RefreshToken)).type).toBe("RefreshTokenReuseException");
    for (const token of [second, third])
      expect(await rotate(token.RefreshToken)).toMatchObject({
        type: "NotAuthorizedException",
        message: "Refresh Token has been revoked",
      });
    expect(await world.identity.revokedOriginJtis(since)).toEqual([decodeJwt(first.AccessToken)["origin_jti"]]);
    expect(world.audit.some((entry) => entry.action === "refresh_reused")).toBe(true);
  });

  test("REFRESH_TOKEN_AUTH returns no new refresh token, rotates nothing and never counts as reuse", async () => {
    const user = await world.user({ mfaEnabled: false });
    const first = await tokensOf(world, user);
    for (let round = 0; round < 2; round += 1) {
      const again = resultOf(await refreshAuth(first.RefreshToken));
      expect(again.RefreshToken).toBeUndefined();
      expect(decodeJwt(again.AccessToken)["origin_jti"]).toBe(decodeJwt(first.AccessToken)["origin_jti"]);
      world.pass(120_000);
    }
    const second = resultOf(await rotate(first.RefreshToken));
    world.pass(120_000);
    expect((await refreshAuth(first.RefreshToken)).message).toBe("Invalid Refresh Token");
    expect(resultOf(await rotate(second.RefreshToken)).RefreshToken).toBeDefined();
  });

  test("a session ends 30 days after its sign-in, however often it was refreshed", async () => {
    const user = await world.user({ mfaEnabled: false });
    let { RefreshToken } = await tokensOf(world, user);
    for (let week = 0; week < 4; week += 1) {
      world.pass(7 * 24 * 3_600_000);
      ({ RefreshToken } = resultOf(await rotate(RefreshToken)));
    }
    world.pass(3 * 24 * 3_600_000);
    expect((await rotate(RefreshToken)).message).toBe("Refresh Token has expired");
  });

  test("refresh tokens that nobody issued are refused, and revoking one changes nothing", async () => {
    expect((await rotate("nonsense")).message).toBe("Invalid Refresh Token");
    expect(await world.call("RevokeToken", { ClientId: clientId, Token: "nonsense" })).toMatchObject({
      status: 200,
      body: {},
    });
  });

  test("refresh tokens, verifiers and passwords are not readable in the database", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { RefreshToken } = await tokensOf(world, user);
    const rows = JSON.stringify([
      await world.db.selectFrom("identity_refresh_tokens").selectAll().execute(),
      await world.db.selectFrom("identity_users").selectAll().execute(),
      await world.db.selectFrom("identity_sessions").selectAll().execute(),
    ]);
    expect(rows).not.toContain(RefreshToken);
    expect(rows).not.toContain("verifierHex");
    expect(rows).not.toContain(password);
  });
});

describe("what ends sessions", () => {
  test("a new password ends the other sessions and keeps the one that set it", async () => {
    const user = await world.user({ mfaEnabled: false });
    const [mine, other] = [await tokensOf(world, user), await tokensOf(world, user)];
    const changed = await world.call("ChangePassword", {
      AccessToken: mine.AccessToken,
      PreviousPassword: password,
      ProposedPassword: "Another-pass-7",
    });
    expect(changed).toMatchObject({ status: 200, body: {} });
    expect((await rotate(other.RefreshToken)).message).toBe("Refresh Token has been revoked");
    expect(resultOf(await rotate(mine.RefreshToken)).AccessToken).toBeDefined();
  });

  test("a deleted user's tokens are listed as revoked and no longer work", async () => {
    const user = await world.user({ mfaEnabled: false });
    const tokens = await tokensOf(world, user);
    const since = world.now();
    await world.identity.admin.deleteUser({ pool: "current", username: user.sub });
    expect(await world.identity.revokedOriginJtis(since)).toContain(decodeJwt(tokens.AccessToken)["origin_jti"]);
    expect((await rotate(tokens.RefreshToken)).message).toBe("Refresh Token has been revoked");
    expect((await world.call("GetUser", { AccessToken: tokens.AccessToken })).body.message).toBe(
      "Access Token has been revoked",
    );
    expect(await world.identity.admin.findUser({ pool: "current", username: user.email })).toBeNull();
  });

  test("resetting someone's MFA lets them sign in without a code", async () => {
    const user = await world.user();
    await world.identity.admin.resetMfa({ pool: "current", username: user.email });
    expect((await tokensOf(world, user)).AccessToken).toBeDefined();
    expect(await world.identity.admin.findUser({ pool: "current", username: user.email })).toMatchObject({
      mfaEnabled: false,
      phoneNumber: user.phone,
      phoneVerified: true,
    });
  });

  test("the sweep of identity data deletes what has expired and keeps the rest", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { RefreshToken } = await tokensOf(world, user);
    await world.call("ForgotPassword", { ClientId: clientId, Username: user.email });
    world.pass(2 * 24 * 3_600_000);
    await world.identity.sweep();
    expect(await world.db.selectFrom("identity_sessions").selectAll().execute()).toHaveLength(0);
    expect(await world.db.selectFrom("identity_codes").selectAll().execute()).toHaveLength(0);
    expect(resultOf(await rotate(RefreshToken)).AccessToken).toBeDefined();
  });
});

test("a code that cannot be delivered is reported as Cognito reports it", async () => {
  const user = await world.user();
  world.breakDelivery(true);
  const answer = await world.call("InitiateAuth", {
    ClientId: clientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: user.email, PASSWORD: password },
  });
  const forgot = await world.call("ForgotPassword", { ClientId: clientId, Username: user.email });
  world.breakDelivery(false);
  expect(answer.body.type).toBe("CodeDeliveryFailureException");
  expect(forgot.status).toBe(200);
});
