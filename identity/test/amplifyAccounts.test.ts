import { createAmplifyContext } from "aws-amplify";
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
} from "aws-amplify/auth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser, type BrowserStorage } from "./support/amplify.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let browser: BrowserStorage;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  browser = openBrowser(world);
});

const withoutMfa = () => world.user({ mfaEnabled: false });

describe("aws-amplify, from sign-up to deletion", () => {
  test("aws-amplify asks an unconfirmed person for the code, and confirms and signs them in", async () => {
    const username = "first@pulse.test";
    const made = await signUp({
      username,
      password,
      options: { userAttributes: { email: username, given_name: "Fi" } },
    });
    expect(made.nextStep).toMatchObject({
      signUpStep: "CONFIRM_SIGN_UP",
      codeDeliveryDetails: { destination: "f***@p***", deliveryMedium: "EMAIL" },
    });
    const early = await signIn({ username, password });
    expect(early.nextStep.signInStep).toBe("CONFIRM_SIGN_UP");
    await resendSignUpCode({ username });
    const done = await confirmSignUp({ username, confirmationCode: world.code(username) });
    expect(done.isSignUpComplete).toBe(true);
    expect((await signIn({ username, password })).isSignedIn).toBe(true);
  });

  test("a forgotten password is reset with the code from the mail", async () => {
    const user = await withoutMfa();
    const step = await resetPassword({ username: user.email });
    expect(step.nextStep.resetPasswordStep).toBe("CONFIRM_RESET_PASSWORD_WITH_CODE");
    await confirmResetPassword({
      username: user.email,
      confirmationCode: world.code(user.email),
      newPassword: "Another-pass-7",
    });
    expect((await signIn({ username: user.email, password: "Another-pass-7" })).isSignedIn).toBe(true);
  });

  test("a person whose password an administrator reset is asked to set a new one", async () => {
    const user = await withoutMfa();
    await world.db
      .updateTable("identity_users")
      .set({ status: "RESET_REQUIRED" })
      .where("sub", "=", user.sub)
      .execute();
    expect((await signIn({ username: user.email, password })).nextStep.signInStep).toBe("RESET_PASSWORD");
  });

  test("a temporary password must be replaced, and then a code is required", async () => {
    const user = await world.user({ permanent: false });
    const first = await signIn({ username: user.email, password });
    expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED");
    const second = await confirmSignIn({ challengeResponse: "Another-pass-7" });
    expect(second.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_SMS_CODE");
    expect((await confirmSignIn({ challengeResponse: world.code(user.phone) })).isSignedIn).toBe(true);
  });

  test("aws-amplify registers and verifies a phone, and then turns MFA on", async () => {
    const user = await world.user({ mfaEnabled: false, phoneNumber: "+491511239999", phoneVerified: false });
    await signIn({ username: user.email, password });
    await expect(updateMFAPreference({ sms: "PREFERRED" })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    const phone = "+491511238888";
    const changed = await updateUserAttributes({ userAttributes: { phone_number: phone } });
    expect(changed.phone_number?.nextStep).toMatchObject({
      updateAttributeStep: "CONFIRM_ATTRIBUTE_WITH_CODE",
      codeDeliveryDetails: { deliveryMedium: "SMS" },
    });
    expect(await fetchUserAttributes()).toMatchObject({ phone_number: phone, phone_number_verified: "false" });
    await sendUserAttributeVerificationCode({ userAttributeKey: "phone_number" });
    await confirmUserAttribute({ userAttributeKey: "phone_number", confirmationCode: world.code(phone) });
    expect(await fetchUserAttributes()).toMatchObject({ phone_number_verified: "true" });
    await updateMFAPreference({ sms: "PREFERRED" });
    expect(await fetchMFAPreference()).toEqual({ enabled: ["SMS"], preferred: "SMS" });
    await signOut();
    expect((await signIn({ username: user.email, password })).nextStep.signInStep).toBe(
      "CONFIRM_SIGN_IN_WITH_SMS_CODE",
    );
  });

  test("a verified address stays in force until the new one is verified", async () => {
    const user = await withoutMfa();
    const other = await withoutMfa();
    await signIn({ username: user.email, password });
    await expect(updateUserAttributes({ userAttributes: { email: other.email } })).rejects.toMatchObject({
      name: "AliasExistsException",
    });
    await updateUserAttributes({ userAttributes: { email: "renamed@pulse.test", family_name: "Now" } });
    expect(await fetchUserAttributes()).toMatchObject({ email: user.email, family_name: "Now" });
    await confirmUserAttribute({ userAttributeKey: "email", confirmationCode: world.code("renamed@pulse.test") });
    expect(await fetchUserAttributes()).toMatchObject({ email: "renamed@pulse.test", email_verified: "true" });
    await signOut();
    expect((await signIn({ username: "renamed@pulse.test", password })).isSignedIn).toBe(true);
  });

  test("e-mail and phone can be changed only within 15 minutes of signing in", async () => {
    const user = await withoutMfa();
    await signIn({ username: user.email, password });
    world.pass(15 * 60_000 + 5000);
    await expect(updateUserAttributes({ userAttributes: { phone_number: "+491511237777" } })).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Sign in again to change how this account is secured.",
    });
    await updateUserAttributes({ userAttributes: { family_name: "Harmless" } });
  });

  test("changing the password requires the old one", async () => {
    const user = await withoutMfa();
    await signIn({ username: user.email, password });
    await expect(updatePassword({ oldPassword: "Wrong-pass-1", newPassword: "Another-pass-7" })).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
    await updatePassword({ oldPassword: password, newPassword: "Another-pass-7" });
    await signOut();
    expect((await signIn({ username: user.email, password: "Another-pass-7" })).isSignedIn).toBe(true);
  });

  test("a person can delete their account", async () => {
    const user = await withoutMfa();
    await signIn({ username: user.email, password });
    await deleteUser();
    await expect(signIn({ username: user.email, password })).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });

  test("a refused refresh deletes the refresh token in the browser", async () => {
    const user = await withoutMfa();
    await signIn({ username: user.email, password });
    await world.identity.admin.disableUser({ pool: "current", username: user.sub });
    await fetchAuthSession({ forceRefresh: true }).catch(() => undefined);
    expect(browser.ending(".refreshToken")).toBeUndefined();
  });

  test("a browser whose clock is 40 minutes off still gets a session", async () => {
    const user = await withoutMfa();
    world.pass(40 * 60_000);
    await signIn({ username: user.email, password });
    expect((await fetchAuthSession()).tokens?.accessToken).toBeDefined();
    expect(Math.abs(Number(browser.ending(".clockDrift")))).toBeGreaterThan(30 * 60_000);
  });

  test("the legacy pool signs in its own people on the same page with the password flow", async () => {
    const user = await world.user({ pool: "legacy", mfaEnabled: false });
    const { userPoolId, clientId } = world.identity.pools.legacy;
    const legacy = createAmplifyContext({
      Auth: { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: world.endpoint } },
    });
    const done = await signIn(legacy, {
      username: user.email,
      password,
      options: { authFlowType: "USER_PASSWORD_AUTH" },
    });
    expect(done.isSignedIn).toBe(true);
    const session = await fetchAuthSession(legacy);
    expect(session.tokens?.idToken?.payload).toMatchObject({ iss: world.identity.pools.legacy.issuer, aud: clientId });
    await signOut(legacy);
    await expect(signIn(legacy, { username: "nobody@pulse.test", password })).rejects.toMatchObject({
      name: "UserNotFoundException",
    });
  });
});
