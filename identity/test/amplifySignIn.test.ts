import {
  confirmSignIn,
  fetchAuthSession,
  fetchDevices,
  fetchMFAPreference,
  fetchUserAttributes,
  forgetDevice,
  rememberDevice,
  signIn,
  signOut,
} from "aws-amplify/auth";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openBrowser, type BrowserStorage } from "./support/amplify.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
let browser: BrowserStorage;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  browser = openBrowser(world);
});

async function signInWithCode(user: { email: string; password: string; phone: string }) {
  const first = await signIn({ username: user.email, password: user.password });
  expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_SMS_CODE");
  return confirmSignIn({ challengeResponse: world.code(user.phone) });
}

describe("aws-amplify against the current pool", () => {
  test("aws-amplify signs a person in with SRP and an SMS code, and the tokens verify by JWKS with Cognito's claims", async () => {
    const user = await world.user();
    const first = await signIn({ username: user.email.toUpperCase(), password: user.password });
    expect(first.nextStep).toMatchObject({
      signInStep: "CONFIRM_SIGN_IN_WITH_SMS_CODE",
      codeDeliveryDetails: { deliveryMedium: "SMS", destination: `+*********${user.phone.slice(-4)}` },
    });
    const done = await confirmSignIn({ challengeResponse: world.code(user.phone) });
    expect(done.nextStep.signInStep).toBe("DONE");

    const { tokens } = await fetchAuthSession();
    const issuer = world.identity.pools.current.issuer;
    const jwks = createRemoteJWKSet(
      new URL(`${world.origin}/identity/${world.identity.pools.current.userPoolId}/.well-known/jwks.json`),
    );
    const id = await jwtVerify(String(tokens?.idToken), jwks, {
      issuer,
      audience: world.identity.pools.current.clientId,
      algorithms: ["RS256"],
    });
    expect(id.payload).toMatchObject({
      sub: user.sub,
      token_use: "id",
      "cognito:username": user.sub,
      email: user.email,
      email_verified: true,
      phone_number: user.phone,
      phone_number_verified: true,
      given_name: "Pat",
    });
    const access = await jwtVerify(String(tokens?.accessToken), jwks, { issuer });
    expect(access.payload).toMatchObject({
      client_id: world.identity.pools.current.clientId,
      token_use: "access",
      username: user.sub,
      scope: "aws.cognito.signin.user.admin",
      device_key: browser.ending(".deviceKey"),
    });
    expect(access.payload.aud).toBeUndefined();
    expect(Number(access.payload.exp) - Number(access.payload.iat)).toBe(8 * 3600);
    expect(id.payload["origin_jti"]).toBeTypeOf("string");
    expect(access.payload["origin_jti"]).toBe(id.payload["origin_jti"]);
  });

  test("a wrong password gets Amazon's error text, and a wrong code leaves the challenge open", async () => {
    const user = await world.user();
    await expect(signIn({ username: user.email, password: "Wrong-pass-1" })).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Incorrect username or password.",
    });
    await signIn({ username: user.email, password: user.password });
    const right = world.code(user.phone);
    const wrong = right === "000000" ? "000001" : "000000";
    await expect(confirmSignIn({ challengeResponse: wrong })).rejects.toMatchObject({ name: "CodeMismatchException" });
    const done = await confirmSignIn({ challengeResponse: right });
    expect(done.isSignedIn).toBe(true);
  });

  test("a remembered device replaces the code; a device that is only tracked does not", async () => {
    const user = await world.user();
    await signInWithCode(user);
    const devices = browser.entries;
    expect(browser.ending(".deviceKey")).toMatch(/^us-east-1_/);
    const sentBefore = world.outbox.length;

    await signOut();
    openBrowser(world, devices);
    const tracked = await signInWithCode(user);
    expect(tracked.nextStep.signInStep).toBe("DONE");
    expect(world.outbox.length).toBe(sentBefore + 1);

    await rememberDevice();
    await signOut();
    openBrowser(world, devices);
    const remembered = await signIn({ username: user.email, password: user.password });
    expect(remembered.nextStep.signInStep).toBe("DONE");
    expect(world.outbox.length).toBe(sentBefore + 1);
    expect(await fetchDevices()).toHaveLength(1);
  });

  test("without a global navigator, as in Node 20, aws-amplify signs in but never confirms the device it is offered", async () => {
    const user = await world.user();
    vi.stubGlobal("navigator", undefined);
    try {
      expect((await signInWithCode(user)).isSignedIn).toBe(true);
    } finally {
      vi.unstubAllGlobals();
    }
    expect([await fetchDevices(), browser.ending(".deviceKey")]).toEqual([[], undefined]);
    await signOut();
    // With one, the same person's next sign-in does.
    await signInWithCode(user);
    expect((await fetchDevices()).map(({ id }) => id)).toEqual([browser.ending(".deviceKey")]);
  });

  test("aws-amplify clears a device that the pool has forgotten, and the same sign-in continues with a code", async () => {
    const user = await world.user();
    await signInWithCode(user);
    await rememberDevice();
    const oldKey = browser.ending(".deviceKey");
    const devices = browser.deviceKeys();
    await forgetDevice();
    await signOut();
    openBrowser(world, devices);
    const again = await signInWithCode(user);
    expect(again.isSignedIn).toBe(true);
    expect([...devices].find(([key]) => key.endsWith(".deviceKey"))?.[1]).not.toBe(oldKey);
  });

  test("a refresh keeps the session's origin, rotates the refresh token and needs the device's key", async () => {
    const user = await world.user();
    await signInWithCode(user);
    const before = (await fetchAuthSession()).tokens?.accessToken.payload;
    const oldRefresh = browser.ending(".refreshToken");
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.payload;
    expect(after?.["origin_jti"]).toBe(before?.["origin_jti"]);
    expect(after?.["auth_time"]).toBe(before?.["auth_time"]);
    expect(after?.jti).not.toBe(before?.jti);
    expect(browser.ending(".refreshToken")).not.toBe(oldRefresh);

    const bare = await world.call("GetTokensFromRefreshToken", {
      ClientId: world.identity.pools.current.clientId,
      RefreshToken: browser.ending(".refreshToken"),
    });
    expect(bare).toMatchObject({
      status: 400,
      body: { type: "NotAuthorizedException", message: "Invalid Refresh Token" },
    });
  });

  test("signing out ends the token family, and the server lists it as revoked", async () => {
    const user = await world.user();
    await signInWithCode(user);
    const { tokens } = await fetchAuthSession();
    const refreshToken = browser.ending(".refreshToken");
    const since = world.now();
    await signOut();
    expect(await world.identity.revokedOriginJtis(since)).toContain(tokens?.accessToken.payload["origin_jti"]);
    const refused = await world.call("InitiateAuth", {
      ClientId: world.identity.pools.current.clientId,
      AuthFlow: "REFRESH_TOKEN_AUTH",
      AuthParameters: { REFRESH_TOKEN: refreshToken },
    });
    expect(refused.body).toMatchObject({ type: "NotAuthorizedException", message: "Refresh Token has been revoked" });
    const user2 = await world.call("GetUser", { AccessToken: String(tokens?.accessToken) });
    expect(user2.body).toMatchObject({ message: "Access Token has been revoked" });
  });

  test("signing out everywhere ends the other browser's session too", async () => {
    const user = await world.user();
    await signInWithCode(user);
    const other = browser.ending(".accessToken");
    openBrowser(world);
    await signInWithCode(user);
    await signOut({ global: true });
    expect((await world.call("GetUser", { AccessToken: other })).body.message).toBe("Access Token has been revoked");
  });

  test("aws-amplify reads attributes and the MFA preference with the access token", async () => {
    const user = await world.user();
    await signInWithCode(user);
    expect(await fetchUserAttributes()).toMatchObject({
      sub: user.sub,
      email: user.email,
      email_verified: "true",
      phone_number: user.phone,
      given_name: "Pat",
      family_name: "Meyer",
    });
    expect(await fetchMFAPreference()).toEqual({ enabled: ["SMS"], preferred: "SMS" });
  });

  test("the password flow also works for someone without MFA", async () => {
    const user = await world.user({ mfaEnabled: false });
    const done = await signIn({
      username: user.email,
      password: user.password,
      options: { authFlowType: "USER_PASSWORD_AUTH" },
    });
    expect(done.nextStep.signInStep).toBe("DONE");
  });
});
