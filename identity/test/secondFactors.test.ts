import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FactorPolicy } from "../src/factors.ts";
import { stepMs, totpCode } from "../src/totp.ts";
import { openBrowser } from "./support/amplify.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, type World } from "./support/world.ts";

const everything: FactorPolicy = {
  deliverable: ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP"],
  accepted: ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP", "WEB_AUTHN"],
  isRequired: false,
};
let policy = everything;
let changes: [string, boolean][] = [];
let world: World;
beforeAll(async () => {
  world = await createWorld({
    factorPolicy: async () => policy,
    onMfaChange: (_pool, sub, isOn) => changes.push([sub, isOn]),
  });
});
afterAll(() => world.close());
beforeEach(() => {
  policy = everything;
  changes = [];
  openBrowser(world);
});

const codeNow = (secret: string, steps = 0): string => totpCode(secret, Math.floor(world.now() / stepMs) + steps);

/** A person without a factor, signed in by password. */
async function plainUser() {
  const user = await world.user({ mfaEnabled: false });
  expect((await signIn({ username: user.email, password: user.password })).isSignedIn).toBe(true);
  return user;
}

/** A person who has just set up an authenticator app in the profile. */
async function appUser() {
  const user = await plainUser();
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: codeNow(sharedSecret) });
  await updateMFAPreference({ totp: "PREFERRED" });
  // The code of this step is used up.
  world.pass(stepMs);
  return { ...user, secret: sharedSecret };
}

const newBrowser = async (): Promise<void> => {
  await signOut();
  openBrowser(world);
};

describe("an authenticator app", () => {
  test("aws-amplify sets an authenticator app up, and the next sign-in asks for its code", async () => {
    const user = await appUser();
    expect(await fetchMFAPreference()).toEqual({ enabled: ["TOTP"], preferred: "TOTP" });
    expect(changes).toEqual([[user.sub, true]]);
    await newBrowser();
    const first = await signIn({ username: user.email, password: user.password });
    expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
    const done = await confirmSignIn({ challengeResponse: codeNow(user.secret) });
    expect(done.nextStep.signInStep).toBe("DONE");
  });

  test("a code of the app counts once, also in another sign-in of the same half minute", async () => {
    const user = await appUser();
    const code = codeNow(user.secret);
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    await confirmSignIn({ challengeResponse: code });
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    await expect(confirmSignIn({ challengeResponse: code })).rejects.toMatchObject({ name: "CodeMismatchException" });
    expect((await confirmSignIn({ challengeResponse: codeNow(user.secret, 1) })).isSignedIn).toBe(true);
  });

  test("a code of a clock that is wrong by a day is refused, noted, and leaves the challenge open", async () => {
    const user = await appUser();
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    const audited = world.audit.length;
    await expect(confirmSignIn({ challengeResponse: codeNow(user.secret, 2880) })).rejects.toMatchObject({
      name: "CodeMismatchException",
    });
    expect(world.audit.slice(audited).map(({ action }) => action)).toEqual(["code_refused"]);
    expect((await confirmSignIn({ challengeResponse: codeNow(user.secret) })).isSignedIn).toBe(true);
  });

  test("five wrong codes end the sign-in, and further ones lock the account's codes", async () => {
    const user = await appUser();
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(confirmSignIn({ challengeResponse: codeNow(user.secret, 100) })).rejects.toMatchObject({
        name: "CodeMismatchException",
      });
    await expect(confirmSignIn({ challengeResponse: codeNow(user.secret) })).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
    await signIn({ username: user.email, password: user.password });
    await expect(confirmSignIn({ challengeResponse: codeNow(user.secret) })).rejects.toMatchObject({
      name: "TooManyFailedAttemptsException",
    });
    world.pass(2000);
    expect((await confirmSignIn({ challengeResponse: codeNow(user.secret) })).isSignedIn).toBe(true);
  });

  test("a wrong code during set-up changes nothing and is noted once", async () => {
    const user = await plainUser();
    const { sharedSecret } = await setUpTOTP();
    const audited = world.audit.length;
    await expect(verifyTOTPSetup({ code: codeNow(sharedSecret, 50) })).rejects.toMatchObject({
      name: "EnableSoftwareTokenMFAException",
    });
    expect(world.audit.slice(audited).map(({ action, sub }) => [action, sub])).toEqual([["code_refused", user.sub]]);
    await expect(updateMFAPreference({ totp: "PREFERRED" })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    await newBrowser();
    expect((await signIn({ username: user.email, password: user.password })).isSignedIn).toBe(true);
  });

  test("setting an app up and turning it off needs a recent sign-in", async () => {
    await appUser();
    world.pass(16 * 60_000);
    for (const act of [() => setUpTOTP(), () => updateMFAPreference({ totp: "DISABLED" })])
      await expect(act()).rejects.toMatchObject({
        name: "NotAuthorizedException",
        message: "Sign in again to change how this account is secured.",
      });
  });

  test("an app that was turned off is removed, and its codes no longer count", async () => {
    const user = await appUser();
    await updateMFAPreference({ totp: "DISABLED" });
    expect(changes).toEqual([
      [user.sub, true],
      [user.sub, false],
    ]);
    await expect(updateMFAPreference({ totp: "ENABLED" })).rejects.toMatchObject({ name: "InvalidParameterException" });
    await newBrowser();
    expect((await signIn({ username: user.email, password: user.password })).isSignedIn).toBe(true);
  });
});

describe("a code by mail", () => {
  test("aws-amplify signs a person in with a code that was mailed", async () => {
    const user = await plainUser();
    await updateMFAPreference({ email: "PREFERRED" });
    await newBrowser();
    const first = await signIn({ username: user.email, password: user.password });
    expect(first.nextStep).toMatchObject({
      signInStep: "CONFIRM_SIGN_IN_WITH_EMAIL_CODE",
      codeDeliveryDetails: { deliveryMedium: "EMAIL", destination: "p***@p***" },
    });
    expect((await confirmSignIn({ challengeResponse: world.code(user.email) })).isSignedIn).toBe(true);
  });

  test("codes by mail cannot be turned on where no mail can be sent", async () => {
    policy = { ...everything, deliverable: ["SOFTWARE_TOKEN_MFA"] };
    await plainUser();
    await expect(updateMFAPreference({ email: "ENABLED" })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  });
});

describe("a choice of factors", () => {
  test("a person with several factors and no preferred one chooses, and gets that one's code", async () => {
    const user = await appUser();
    await updateMFAPreference({ totp: "ENABLED", email: "ENABLED" });
    await newBrowser();
    const first = await signIn({ username: user.email, password: user.password });
    expect(first.nextStep).toMatchObject({
      signInStep: "CONTINUE_SIGN_IN_WITH_MFA_SELECTION",
      allowedMFATypes: ["TOTP", "EMAIL"],
    });
    const second = await confirmSignIn({ challengeResponse: "EMAIL" });
    expect(second.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_EMAIL_CODE");
    expect((await confirmSignIn({ challengeResponse: world.code(user.email) })).isSignedIn).toBe(true);
  });

  test("a factor that cannot be chosen is refused and the choice stays open", async () => {
    const user = await appUser();
    await updateMFAPreference({ totp: "ENABLED", email: "ENABLED" });
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    await expect(confirmSignIn({ challengeResponse: "SMS" })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    expect((await confirmSignIn({ challengeResponse: "TOTP" })).nextStep.signInStep).toBe(
      "CONFIRM_SIGN_IN_WITH_TOTP_CODE",
    );
  });
});

describe("what counts and what can be delivered", () => {
  test("a person whose only factor can no longer be delivered is told what to do", async () => {
    const user = await world.user();
    policy = { ...everything, deliverable: ["SOFTWARE_TOKEN_MFA"] };
    const sent = world.outbox.length;
    await expect(signIn({ username: user.email, password: user.password })).rejects.toMatchObject({
      name: "CodeDeliveryFailureException",
      message:
        "The codes that you sign in with can no longer be sent from here. Ask an administrator to reset your sign-in factors.",
    });
    expect(world.outbox.length).toBe(sent);
  });

  test("a factor that the customer no longer accepts is still asked for while it is the only one", async () => {
    const user = await world.user();
    policy = { ...everything, accepted: ["SOFTWARE_TOKEN_MFA"], isRequired: true };
    const first = await signIn({ username: user.email, password: user.password });
    expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_SMS_CODE");
  });

  test("where a factor is required, an authenticator app is set up during the sign-in", async () => {
    const user = await world.user({ mfaEnabled: false });
    policy = { ...everything, accepted: ["SOFTWARE_TOKEN_MFA"], isRequired: true };
    const first = await signIn({ username: user.email, password: user.password });
    if (first.nextStep.signInStep !== "CONTINUE_SIGN_IN_WITH_TOTP_SETUP") throw new Error(first.nextStep.signInStep);
    const secret = first.nextStep.totpSetupDetails.sharedSecret;
    const audited = world.audit.length;
    await expect(confirmSignIn({ challengeResponse: codeNow(secret, 50) })).rejects.toMatchObject({
      name: "EnableSoftwareTokenMFAException",
    });
    expect(world.audit.slice(audited).map(({ action, sub }) => [action, sub])).toEqual([["code_refused", user.sub]]);
    expect((await confirmSignIn({ challengeResponse: codeNow(secret) })).isSignedIn).toBe(true);
    expect(changes).toEqual([[user.sub, true]]);
    expect(await fetchMFAPreference()).toEqual({ enabled: ["TOTP"], preferred: "TOTP" });
  });

  test("where a factor is required and mails count, a code is mailed without any set-up", async () => {
    const user = await world.user({ mfaEnabled: false });
    policy = { ...everything, accepted: ["EMAIL_OTP", "SOFTWARE_TOKEN_MFA"], isRequired: true };
    const first = await signIn({ username: user.email, password: user.password });
    expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_EMAIL_CODE");
    expect((await confirmSignIn({ challengeResponse: world.code(user.email) })).isSignedIn).toBe(true);
  });

  test("a set-up session without a verified app does not complete a sign-in", async () => {
    const user = await world.user({ mfaEnabled: false });
    policy = { ...everything, accepted: ["SOFTWARE_TOKEN_MFA"], isRequired: true };
    const { clientId: ClientId } = world.identity.pools.current;
    const first = await world.call("InitiateAuth", {
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: user.email, PASSWORD: user.password },
    });
    expect(first.body["ChallengeName"]).toBe("MFA_SETUP");
    const associated = await world.call("AssociateSoftwareToken", { Session: first.body["Session"] });
    const done = await world.call("RespondToAuthChallenge", {
      ClientId,
      ChallengeName: "MFA_SETUP",
      Session: associated.body["Session"],
      ChallengeResponses: { USERNAME: user.email },
    });
    expect(done).toMatchObject({ status: 400, body: { type: "InvalidParameterException" } });
  });
});

describe("recovery codes", () => {
  test("a recovery code replaces the app's code once", async () => {
    const user = await appUser();
    const ref = { pool: "current" as const, username: user.sub };
    const codes = await world.identity.admin.renewRecoveryCodes(ref);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    const [first = ""] = codes;
    expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await confirmSignIn({ challengeResponse: first.toUpperCase().replace("-", " ") })).isSignedIn).toBe(true);
    expect(world.audit.some(({ action, sub }) => action === "recovery_code_used" && sub === user.sub)).toBe(true);
    expect(await world.identity.admin.recoveryCodesLeft(ref)).toBe(9);
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    await expect(confirmSignIn({ challengeResponse: first })).rejects.toMatchObject({ name: "CodeMismatchException" });
  });

  test("new recovery codes replace the old ones, and nobody else's count", async () => {
    const user = await appUser();
    const ref = { pool: "current" as const, username: user.sub };
    const [old = ""] = await world.identity.admin.renewRecoveryCodes(ref);
    await world.identity.admin.renewRecoveryCodes(ref);
    const other = await world.user();
    const [foreign = ""] = await world.identity.admin.renewRecoveryCodes({ pool: "current", username: other.sub });
    await newBrowser();
    await signIn({ username: user.email, password: user.password });
    for (const code of [old, foreign])
      await expect(confirmSignIn({ challengeResponse: code })).rejects.toMatchObject({ name: "CodeMismatchException" });
  });
});

test("a reset removes app, mails, recovery codes and sessions, and the next sign-in takes the password alone", async () => {
  const user = await appUser();
  const ref = { pool: "current" as const, username: user.sub };
  await world.identity.admin.renewRecoveryCodes(ref);
  const { AccessToken } = await tokensOf(world, await world.user({ mfaEnabled: false }));
  await world.identity.admin.resetMfa(ref);
  expect(await world.identity.admin.recoveryCodesLeft(ref)).toBe(0);
  await expect(fetchMFAPreference()).rejects.toMatchObject({ message: "Access Token has been revoked" });
  openBrowser(world);
  expect((await signIn({ username: user.email, password: user.password })).isSignedIn).toBe(true);
  expect((await world.call("GetUser", { AccessToken })).status).toBe(200);
});
