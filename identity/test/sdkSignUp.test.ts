import {
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
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

describe("signing up with the SDK", () => {
  test("the SDK signs a person up after a refused sign-in, another code and its confirmation", async () => {
    const Username = "New.Person@Pulse.test";
    const made = await sdk.send(
      new SignUpCommand({
        ClientId,
        Username,
        Password: password,
        UserAttributes: [
          { Name: "email", Value: Username },
          { Name: "given_name", Value: "Zoë" },
        ],
      }),
    );
    expect(made).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: "n***@p***", DeliveryMedium: "EMAIL", AttributeName: "email" },
    });
    await expect(sdk.send(new SignUpCommand({ ClientId, Username, Password: password }))).rejects.toMatchObject({
      name: "UsernameExistsException",
      message: "User already exists",
    });
    await expect(signInWith(Username, password)).rejects.toMatchObject({
      name: "UserNotConfirmedException",
      message: "User is not confirmed.",
    });
    await expect(signInWith(Username, "Wrong-pass-1")).rejects.toMatchObject({ name: "NotAuthorizedException" });
    const first = world.code("new.person@pulse.test");
    await sdk.send(new ResendConfirmationCodeCommand({ ClientId, Username }));
    const second = world.code("new.person@pulse.test");
    const confirm = (ConfirmationCode: string) =>
      sdk.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
    const wrong = first === second ? "000000" : first;
    await expect(confirm(wrong)).rejects.toMatchObject({
      name: "CodeMismatchException",
      message: "Invalid verification code provided, please try again.",
    });
    await confirm(second);
    await expect(confirm(second)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "User cannot be confirmed. Current status is CONFIRMED",
    });
    const { AuthenticationResult } = await signInWith(made.UserSub ?? "", password);
    const user = await sdk.send(new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }));
    expect(user.Username).toBe(made.UserSub);
    expect(valueOf(user.UserAttributes, "email")).toBe("new.person@pulse.test");
    expect(valueOf(user.UserAttributes, "email_verified")).toBe("true");
    expect(valueOf(user.UserAttributes, "given_name")).toBe("Zoë");
  });

  test("sign-ups with usernames that are no address, weak passwords or claims to be verified are refused", async () => {
    const signUp = (Username: string, Password: string, UserAttributes: { Name: string; Value: string }[] = []) =>
      sdk.send(new SignUpCommand({ ClientId, Username, Password, UserAttributes }));
    await expect(signUp("someone", password)).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Username should be an email.",
    });
    for (const weak of ["Sh0rt", "alllower1", "ALLUPPER1", "NoNumbersHere", "Password123", "Qwerty12345", "P4ssw0rd!!"])
      await expect(signUp("weak@pulse.test", weak)).rejects.toMatchObject({ name: "InvalidPasswordException" });
    await expect(signUp("weak@pulse.test", "Weak@pulse.test1")).rejects.toMatchObject({
      name: "InvalidPasswordException",
    });
    await expect(signUp("sly@pulse.test", password, [{ Name: "email_verified", Value: "true" }])).rejects.toMatchObject(
      { name: "NotAuthorizedException" },
    );
    await expect(signUp("sly@pulse.test", password, [{ Name: "iss", Value: "x" }])).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    await expect(signUp("sly@pulse.test", password, [{ Name: "phone_number", Value: "12" }])).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Invalid phone number format.",
    });
    await expect(adminGet("sly@pulse.test")).rejects.toMatchObject({ name: "UserNotFoundException" });
  });

  test("a forgotten password is replaced with the code", async () => {
    const user = await world.user({ mfaEnabled: false });
    const sent = await sdk.send(new ForgotPasswordCommand({ ClientId, Username: user.email }));
    expect(sent.CodeDeliveryDetails).toMatchObject({ Destination: "p***@p***", DeliveryMedium: "EMAIL" });
    await sdk.send(
      new ConfirmForgotPasswordCommand({
        ClientId,
        Username: user.email,
        ConfirmationCode: world.code(user.email),
        Password: "Another-pass-7",
      }),
    );
    await expect(signInWith(user.email, password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect((await signInWith(user.email, "Another-pass-7")).AuthenticationResult).toBeDefined();
  });
});
