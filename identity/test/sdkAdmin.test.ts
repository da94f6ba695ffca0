import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserAttributesCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminForgetDeviceCommand,
  AdminGetDeviceCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminListDevicesCommand,
  AdminResetUserPasswordCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateDeviceStatusCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  ConfirmDeviceCommand,
  ConfirmForgotPasswordCommand,
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sdkClient, valueOf } from "./support/sdk.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let sdk: CognitoIdentityProviderClient;
let UserPoolId: string;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld();
  sdk = sdkClient(world);
  UserPoolId = world.identity.pools.current.userPoolId;
  ClientId = world.identity.pools.current.clientId;
});
afterAll(async () => {
  sdk.destroy();
  await world.close();
});

const signInWith = (Username: string, secret: string) =>
  sdk.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: Username, PASSWORD: secret },
    }),
  );
const adminGet = (Username: string) => sdk.send(new AdminGetUserCommand({ UserPoolId, Username }));

describe("administration with the SDK", () => {
  test("a new phone number gets a code and the old one stays in force until it is entered; a flag skips the code", async () => {
    const { email, sub, phone } = await world.user();
    const set = (...UserAttributes: { Name: string; Value: string }[]) =>
      sdk.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: sub, UserAttributes }));
    const number = async () => {
      const { UserAttributes: list } = await adminGet(sub);
      return [valueOf(list, "phone_number"), valueOf(list, "phone_number_verified")];
    };
    const sentTo = (to: string) => world.outbox.filter((message) => message.to === to).length;
    await set({ Name: "phone_number", Value: "+12025550190" }, { Name: "given_name", Value: "Gil" });
    expect(valueOf((await adminGet(sub)).UserAttributes, "given_name")).toBe("Gil");
    expect([await number(), sentTo("+12025550190")]).toEqual([[phone, "true"], 1]);

    // Back to the old number, so the code that was sent proves nothing any more.
    await set({ Name: "phone_number", Value: phone });
    expect([await number(), sentTo(phone)]).toEqual([[phone, "true"], 0]);

    await set({ Name: "phone_number", Value: "+12025550191" }, { Name: "phone_number_verified", Value: "true" });
    expect([await number(), sentTo("+12025550191")]).toEqual([["+12025550191", "true"], 0]);
    await set({ Name: "phone_number", Value: "+12025550192" }, { Name: "phone_number_verified", Value: "false" });
    expect(await number()).toEqual(["+12025550192", "false"]);
    await set({ Name: "phone_number", Value: "+12025550192" });
    await set({ Name: "phone_number", Value: "+12025550193" });
    expect(await number()).toEqual(["+12025550193", "false"]);
    expect([sentTo("+12025550192"), sentTo("+12025550193")]).toEqual([1, 1]);
    expect(world.outbox.filter((message) => message.to === email)).toEqual([]);
  });

  test("an invitation contains the temporary password, which must be replaced at the first sign-in", async () => {
    const Username = "invited@pulse.test";
    const { User } = await sdk.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username,
        UserAttributes: [
          { Name: "email_verified", Value: "true" },
          { Name: "given_name", Value: "Ida" },
        ],
      }),
    );
    expect(User).toMatchObject({ UserStatus: "FORCE_CHANGE_PASSWORD", Enabled: true });
    expect(User?.UserCreateDate?.getTime()).toBe(world.now());
    const temporaryOf = () => /^Temporary password: (.+)$/m.exec(world.outbox.at(-1)?.text ?? "")?.[1] ?? "";
    const first = temporaryOf();
    expect(world.outbox.at(-1)?.text).not.toMatch(/\d{6}/);
    await sdk.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: "RESEND" }));
    await expect(signInWith(Username, first)).rejects.toMatchObject({ name: "NotAuthorizedException" });

    const challenge = await signInWith(Username, temporaryOf());
    expect(challenge.ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
    expect(challenge.ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP: User?.Username, requiredAttributes: "[]" });
    expect(JSON.parse(challenge.ChallengeParameters?.["userAttributes"] ?? "")).toMatchObject({ given_name: "Ida" });
    const answer = (NEW_PASSWORD: string) =>
      sdk.send(
        new RespondToAuthChallengeCommand({
          ClientId,
          ChallengeName: "NEW_PASSWORD_REQUIRED",
          Session: challenge.Session,
          ChallengeResponses: { USERNAME: Username, NEW_PASSWORD, "userAttributes.family_name": "Berg" },
        }),
      );
    await expect(answer("weak")).rejects.toMatchObject({ name: "InvalidPasswordException" });
    expect((await answer(password)).AuthenticationResult?.IdToken).toBeDefined();
    await expect(answer(password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    const user = await adminGet(Username);
    expect(user.UserStatus).toBe("CONFIRMED");
    expect(valueOf(user.UserAttributes, "family_name")).toBe("Berg");
    await expect(
      sdk.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: "RESEND" })),
    ).rejects.toMatchObject({ name: "UnsupportedUserStateException" });
  });

  test("a temporary password expires after a week", async () => {
    const Username = "late@pulse.test";
    await sdk.send(
      new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: "SUPPRESS", TemporaryPassword: password }),
    );
    const row = { temporary_until: new Date(world.now() - 1) };
    await world.db.updateTable("identity_users").set(row).where("email", "=", Username).execute();
    await expect(signInWith(Username, password)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Temporary password has expired and must be reset by an administrator.",
    });
  });

  test("the SDK makes the migration's steps: a silently created user, a permanent password, verified attributes, MFA on", async () => {
    const Username = "moved@pulse.test";
    const sent = world.outbox.length;
    await sdk.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username,
        MessageAction: "SUPPRESS",
        UserAttributes: [
          { Name: "email", Value: Username },
          { Name: "email_verified", Value: "true" },
          { Name: "phone_number", Value: "+491511234999" },
        ],
      }),
    );
    expect(world.outbox.length).toBe(sent);
    const setPassword = (Password: string) =>
      sdk.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
    await expect(setPassword("short")).rejects.toMatchObject({ name: "InvalidPasswordException" });
    // A password that the legacy pool accepted is accepted here as well.
    await setPassword("Password123");
    await setPassword(password);
    const mfa = () =>
      sdk.send(
        new AdminSetUserMFAPreferenceCommand({
          UserPoolId,
          Username,
          SMSMfaSettings: { Enabled: true, PreferredMfa: true },
        }),
      );
    await expect(mfa()).rejects.toMatchObject({ name: "InvalidParameterException" });
    await sdk.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId,
        Username,
        UserAttributes: [{ Name: "phone_number_verified", Value: "true" }],
      }),
    );
    await mfa();
    expect(await adminGet(Username)).toMatchObject({
      UserStatus: "CONFIRMED",
      Enabled: true,
      UserMFASettingList: ["SMS_MFA"],
      PreferredMfaSetting: "SMS_MFA",
    });
    const auth = { UserPoolId, ClientId };
    const challenge = await sdk.send(
      new AdminInitiateAuthCommand({
        ...auth,
        AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
        AuthParameters: { USERNAME: Username, PASSWORD: password },
      }),
    );
    expect(challenge.ChallengeName).toBe("SMS_MFA");
    const done = await sdk.send(
      new AdminRespondToAuthChallengeCommand({
        ...auth,
        ChallengeName: "SMS_MFA",
        Session: challenge.Session,
        ChallengeResponses: { USERNAME: Username, SMS_MFA_CODE: world.code("+491511234999") },
      }),
    );
    expect(done.AuthenticationResult?.RefreshToken).toBeDefined();
    await sdk.send(
      new AdminDeleteUserAttributesCommand({ UserPoolId, Username, UserAttributeNames: ["phone_number"] }),
    );
    expect((await adminGet(Username)).UserMFASettingList).toBeUndefined();
  });

  test("the SDK can confirm, reset, disable, enable, sign out and delete a person", async () => {
    const Username = "walked@pulse.test";
    await sdk.send(new SignUpCommand({ ClientId, Username, Password: password }));
    await sdk.send(new AdminConfirmSignUpCommand({ UserPoolId, Username }));
    const first = await signInWith(Username, password);
    await sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }));
    await expect(
      sdk.send(new GlobalSignOutCommand({ AccessToken: first.AuthenticationResult?.AccessToken })),
    ).rejects.toMatchObject({ message: "Access Token has been revoked" });

    await sdk.send(new AdminResetUserPasswordCommand({ UserPoolId, Username }));
    await expect(signInWith(Username, password)).rejects.toMatchObject({
      name: "PasswordResetRequiredException",
      message: "Password reset required for the user",
    });
    await sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId,
        Username,
        ConfirmationCode: world.code(Username),
        Password: "Another-pass-7",
      }),
    );
    await sdk.send(new AdminDisableUserCommand({ UserPoolId, Username }));
    await expect(signInWith(Username, "Another-pass-7")).rejects.toMatchObject({ message: "User is disabled." });
    await sdk.send(new AdminEnableUserCommand({ UserPoolId, Username }));
    expect((await signInWith(Username, "Another-pass-7")).AuthenticationResult).toBeDefined();
    await sdk.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
    await expect(adminGet(Username)).rejects.toMatchObject({ name: "UserNotFoundException" });
  });

  test("an administrator lists, sets and forgets a person's devices", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AuthenticationResult } = await signInWith(user.email, password);
    const DeviceKey = AuthenticationResult?.NewDeviceMetadata?.DeviceKey ?? "";
    const confirm = (config: { Salt: string; PasswordVerifier: string }) =>
      sdk.send(
        new ConfirmDeviceCommand({
          AccessToken: AuthenticationResult?.AccessToken,
          DeviceKey,
          DeviceName: "A test",
          DeviceSecretVerifierConfig: config,
        }),
      );
    for (const PasswordVerifier of ["", "AA==", "AQ==", "not base64!"])
      await expect(confirm({ Salt: "QUJD", PasswordVerifier })).rejects.toMatchObject({
        name: "InvalidParameterException",
      });
    expect((await confirm({ Salt: "QUJD", PasswordVerifier: "QUJDREVG" })).UserConfirmationNecessary).toBe(true);
    const on = { UserPoolId, Username: user.email, DeviceKey };
    await sdk.send(new AdminUpdateDeviceStatusCommand({ ...on, DeviceRememberedStatus: "remembered" }));
    const { Device } = await sdk.send(new AdminGetDeviceCommand(on));
    expect(valueOf(Device?.DeviceAttributes, "dev:device_remembered_status")).toBe("remembered");
    expect(valueOf(Device?.DeviceAttributes, "device_name")).toBe("A test");
    const list = () => sdk.send(new AdminListDevicesCommand({ UserPoolId, Username: user.sub }));
    expect((await list()).Devices).toHaveLength(1);
    await sdk.send(new AdminForgetDeviceCommand(on));
    expect((await list()).Devices).toEqual([]);
    await expect(sdk.send(new AdminGetDeviceCommand(on))).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "Device does not exist.",
    });
  });

  test("users can be listed in pages and filtered", async () => {
    const { userPoolId } = world.identity.pools.legacy;
    const subs = [];
    for (const name of ["ann", "anna", "bob"])
      subs.push((await world.user({ pool: "legacy", email: `${name}@old.test`, givenName: `"${name}"` })).sub);
    const list = async (input: object) => sdk.send(new ListUsersCommand({ UserPoolId: userPoolId, ...input }));
    const names = async (Filter: string) =>
      ((await list({ Filter })).Users ?? []).map((user) => valueOf(user.Attributes, "email") ?? "").toSorted();
    expect(await names('email ^= "Ann"')).toEqual(["ann@old.test", "anna@old.test"]);
    expect(await names('email = "ann@old.test"')).toEqual(["ann@old.test"]);
    expect(await names('given_name = "\\"bob\\""')).toEqual(["bob@old.test"]);
    expect(await names(`sub = "${subs[2] ?? ""}"`)).toEqual(["bob@old.test"]);
    expect(await names(`cognito:user_status = "UNCONFIRMED"`)).toEqual([]);
    await expect(names("email; drop table")).rejects.toMatchObject({ name: "InvalidParameterException" });

    const seen: string[] = [];
    let PaginationToken: string | undefined;
    do {
      const page = await list({ Limit: 2, PaginationToken, AttributesToGet: ["email"] });
      for (const user of page.Users ?? []) {
        expect(user.Attributes?.map(({ Name }) => Name)).toEqual(["email"]);
        seen.push(user.Username ?? "");
      }
      PaginationToken = page.PaginationToken;
    } while (PaginationToken);
    expect(seen.toSorted()).toEqual(subs.toSorted());
  });

  test("the SDK can describe pool and client", async () => {
    expect((await sdk.send(new DescribeUserPoolCommand({ UserPoolId }))).UserPool).toMatchObject({
      Id: UserPoolId,
      MfaConfiguration: "OPTIONAL",
    });
    expect((await sdk.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }))).UserPoolClient).toMatchObject({
      ClientId,
      EnableTokenRevocation: true,
    });
  });
});
