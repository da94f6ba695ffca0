import { describe, expect, it } from "vitest";
import { deviceKey } from "./deviceStore.ts";
import { failureOf } from "./signInFailure.ts";
import { identityEndpoint, retryBackingOff } from "./identityWire.ts";
import { dueOf } from "./keepSession.ts";
import { redirectTarget, signInPath } from "./redirectTarget.ts";
import { createSessionStore, tokenKey } from "./sessionStore.ts";
import type { KeyValues } from "../storage/keyValues.ts";
import { createTokenStorage } from "./tokenStorage.ts";

const now = 1_760_000_000_000;
const jwt = (claims: object): string => `h.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.s`;
const iat = now / 1000 + 300;
const access = jwt({ username: "user-1", iat, exp: iat + 3600 });
const id = jwt({ sub: "user-1", iat, exp: iat + 3600 });
const key = (part: string): string => `CognitoIdentityServiceProvider.client.user-1.${part}`;

function memory(): KeyValues & { all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  };
}

async function signedIn(storage = memory()) {
  const session = createSessionStore(storage, () => now);
  const tokens = createTokenStorage(session, storage);
  await tokens.setItem("CognitoIdentityServiceProvider.client.LastAuthUser", "user-1");
  await tokens.setItem(key("accessToken"), access);
  await tokens.setItem(key("idToken"), id);
  await tokens.setItem(key("refreshToken"), "refresh");
  await tokens.setItem(key("clockDrift"), "300000");
  await tokens.setItem(key("signInDetails"), "{}");
  await tokens.setItem(key("deviceKey"), "device");
  return { storage, session, tokens };
}

describe("the session", () => {
  it("the session is stored under one key with exactly four fields, and no token is stored anywhere else", async () => {
    const { storage } = await signedIn();
    expect(JSON.parse(storage.all.get(tokenKey) ?? "")).toEqual({
      accessToken: access,
      idToken: id,
      refreshToken: "refresh",
      // Five minutes ahead of us, the server's clock neither shortens nor stretches the hour.
      idTokenExpiry: now + 3600_000,
    });
    expect([...storage.all.keys()].toSorted()).toEqual([deviceKey, tokenKey].toSorted());
    expect(storage.all.get(deviceKey)).not.toMatch(/refresh|h\./);
  });

  it("the session exists only once all its tokens have arrived", async () => {
    const storage = memory();
    const session = createSessionStore(storage, () => now);
    const heard: boolean[] = [];
    session.subscribe(() => heard.push(session.current() !== null));
    session.take({ accessToken: access });
    session.take({ idToken: id });
    expect(session.current()).toBeNull();
    session.take({ refreshToken: "refresh" });
    expect(heard).toEqual([true]);
  });

  it("the session gives the identity client what it stored, even after a reload", async () => {
    const { storage } = await signedIn();
    const again = createTokenStorage(
      createSessionStore(storage, () => now),
      storage,
    );
    expect(await again.getItem("CognitoIdentityServiceProvider.client.LastAuthUser")).toBe("user-1");
    expect(await again.getItem(key("refreshToken"))).toBe("refresh");
    expect(await again.getItem(key("deviceKey"))).toBe("device");
    expect(await again.getItem(key("clockDrift"))).toBe("300000");
  });

  it("the session ends with its id token", async () => {
    const { storage } = await signedIn();
    expect(createSessionStore(storage, () => now + 3600_000).current()).toBeNull();
  });

  it("the session keeps the device keys when it is cleared", async () => {
    const { storage, session, tokens } = await signedIn();
    await tokens.removeItem(key("accessToken"));
    expect(session.current()).toBeNull();
    expect([...storage.all.keys()]).toEqual([deviceKey]);
  });

  it("the session is empty where the stored text is broken", () => {
    const storage = memory();
    storage.setItem(tokenKey, '{"accessToken": 7');
    expect(createSessionStore(storage, () => now).current()).toBeNull();
  });
});

it("a stored session is renewed less than 15 minutes before its end, and ended after it", () => {
  const minute = 60_000;
  expect([-1, 0, 14 * minute, 16 * minute].map((left) => dueOf(now + left, now))).toEqual([
    "ended",
    "ended",
    "refresh",
    "fine",
  ]);
});

describe("the redirect target", () => {
  it("the redirect target leads back to where the person was", () => {
    const path = "/sites/1/map?floor=2&asset=3";
    expect(redirectTarget(new URL(signInPath(path), "http://x").searchParams)).toBe(path);
  });

  it("the redirect target never leads to a foreign address", () => {
    for (const target of ["//evil.test", "/\\evil.test", "https://evil.test", "javascript:alert(1)"])
      expect(redirectTarget(new URLSearchParams({ redirect: target }))).toBe("/");
  });
});

describe("the reason of a refused sign-in", () => {
  const error = (name: string, message = ""): Error => Object.assign(new Error(message), { name });

  it.each([
    [error("NotAuthorizedException", "Incorrect username or password."), "wrongPassword"],
    [error("NotAuthorizedException", "Password attempts exceeded"), "tooManyAttempts"],
    [error("LimitExceededException"), "tooManyAttempts"],
    [error("CodeMismatchException", "Invalid code or auth state for the user."), "codeMismatch"],
    [error("NotAuthorizedException", "Invalid session for the user, session is expired."), "codeExpired"],
    [error("SignInException"), "codeExpired"],
    [
      error("InvalidPasswordException", "Password did not conform with policy: Password not long enough"),
      "weakPassword",
    ],
    [
      error("InvalidPasswordException", "Password did not conform with policy: Password is too easy to guess"),
      "guessablePassword",
    ],
    [error("NetworkError"), "network"],
    [error("InternalErrorException"), "other"],
  ])("the reason of the refused sign-in %s is %s", (given, reason) => {
    expect(failureOf(given)).toBe(reason);
  });
});

it("the identity client uses the page's own origin for an embedded endpoint", () => {
  const embedded = {
    mode: "embedded" as const,
    region: "us-east-1",
    endpoint: "http://127.0.0.1:8080/identity/",
    userPoolId: "us-east-1_A",
    clientId: "c",
    legacy: null,
    secondFactors: ["sms" as const],
  };
  expect(identityEndpoint(embedded, "http://localhost:5173")).toBe("http://localhost:5173/identity/");
  expect(identityEndpoint({ ...embedded, mode: "cognito", endpoint: null }, "http://x")).toBe(
    "https://cognito-idp.us-east-1.amazonaws.com/",
  );
});

it("a sign-out gives up on a revocation once the wait would exceed five seconds", async () => {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  expect(await retryBackingOff(() => Promise.reject(new Error("down")), wait)).toBe(false);
  expect(waits).toEqual([200, 400, 800, 1600, 3200]);
});
