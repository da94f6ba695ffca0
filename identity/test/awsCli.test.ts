import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stepMs, totpCode } from "../src/totp.ts";
import { awsCli, hasAwsCli } from "./support/awsCli.ts";
import { createWorld, password, type World } from "./support/world.ts";

if (!hasAwsCli) process.stderr.write("skipped: the AWS command line is not installed\n");

test.runIf(process.env["CI"] === "true")("the AWS command line is installed in CI", () => {
  expect(hasAwsCli).toBe(true);
});

let world: World;
beforeAll(async () => {
  if (hasAwsCli) world = await createWorld({ runningClock: true });
});
afterAll(() => world?.close());

const aws = (operation: string, input: object, signed: boolean) => awsCli(world, operation, input, signed);

describe.skipIf(!hasAwsCli)("the AWS command line", () => {
  test("the AWS command line signs a person in with a code, reads their data and signs them out", async () => {
    const user = await world.user();
    const ClientId = world.identity.pools.current.clientId;
    const first = await aws(
      "initiate-auth",
      { ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters: { USERNAME: user.email, PASSWORD: password } },
      false,
    );
    expect(first).toMatchObject({ ChallengeName: "SMS_MFA" });
    const done = await aws(
      "respond-to-auth-challenge",
      {
        ClientId,
        ChallengeName: "SMS_MFA",
        Session: first["Session"],
        ChallengeResponses: { USERNAME: user.email, SMS_MFA_CODE: world.code(user.phone) },
      },
      false,
    );
    const { AccessToken } = done["AuthenticationResult"] as { AccessToken: string };
    expect(await aws("get-user", { AccessToken }, false)).toMatchObject({ Username: user.sub });
    expect(await aws("global-sign-out", { AccessToken }, false)).toEqual({});
    expect((await aws("get-user", { AccessToken }, false)).error).toContain(
      "An error occurred (NotAuthorizedException) when calling the GetUser operation: Access Token has been revoked",
    );
  });

  test("the AWS command line creates, lists and deletes people with its signature, and is refused without one", async () => {
    const UserPoolId = world.identity.pools.current.userPoolId;
    const Username = "cli@pulse.test";
    const made = await aws("admin-create-user", { UserPoolId, Username, MessageAction: "SUPPRESS" }, true);
    expect(made).toMatchObject({ User: { UserStatus: "FORCE_CHANGE_PASSWORD" } });
    const listed = await aws("list-users", { UserPoolId, Filter: `email = "${Username}"` }, true);
    expect(listed["Users"]).toHaveLength(1);
    expect(await aws("admin-delete-user", { UserPoolId, Username }, true)).toEqual({});
    expect((await aws("list-users", { UserPoolId }, false)).error).toContain("MissingAuthenticationTokenException");
  });

  test("the AWS command line sets up an authenticator app, signs in with its code and turns it off", async () => {
    const user = await world.user({ mfaEnabled: false });
    const ClientId = world.identity.pools.current.clientId;
    const start = { ClientId, AuthFlow: "USER_PASSWORD_AUTH" };
    const AuthParameters = { USERNAME: user.email, PASSWORD: user.password };
    const first = await aws("initiate-auth", { ...start, AuthParameters }, false);
    const { AccessToken } = first["AuthenticationResult"] as { AccessToken: string };
    const { SecretCode } = await aws("associate-software-token", { AccessToken }, false);
    const codeNow = (steps: number): string => totpCode(String(SecretCode), Math.floor(Date.now() / stepMs) + steps);
    const verified = await aws("verify-software-token", { AccessToken, UserCode: codeNow(0) }, false);
    expect(verified).toEqual({ Status: "SUCCESS" });
    const preference = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };
    await aws("set-user-mfa-preference", { AccessToken, ...preference }, false);
    expect(await aws("get-user", { AccessToken }, false)).toMatchObject({
      UserMFASettingList: ["SOFTWARE_TOKEN_MFA"],
      PreferredMfaSetting: "SOFTWARE_TOKEN_MFA",
    });
    const second = await aws("initiate-auth", { ...start, AuthParameters }, false);
    expect(second["ChallengeName"]).toBe("SOFTWARE_TOKEN_MFA");
    const answer = {
      ClientId,
      ChallengeName: "SOFTWARE_TOKEN_MFA",
      Session: second["Session"],
      // One step ahead, since this half minute may have begun after the last code.
      ChallengeResponses: { USERNAME: user.email, SOFTWARE_TOKEN_MFA_CODE: codeNow(1) },
    };
    expect(await aws("respond-to-auth-challenge", answer, false)).toHaveProperty("AuthenticationResult");
    const { userPoolId: UserPoolId } = world.identity.pools.current;
    const off = { UserPoolId, Username: user.email, SoftwareTokenMfaSettings: { Enabled: false } };
    expect(await aws("admin-set-user-mfa-preference", off, true)).toEqual({});
    expect(await aws("get-user-pool-mfa-config", { UserPoolId }, true)).toMatchObject({ MfaConfiguration: "OPTIONAL" });
    expect(await aws("initiate-auth", { ...start, AuthParameters }, false)).toHaveProperty("AuthenticationResult");
  });
});
