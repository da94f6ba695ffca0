import {
  AssociateSoftwareTokenCommand,
  type CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  GetUserPoolMfaConfigCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepMs, totpCode } from "../src/totp.ts";
import { sdkClient } from "./support/sdk.ts";
import { type CeremonyOptions, softAuthenticator } from "./support/softAuthenticator.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, type World } from "./support/world.ts";

const origin = "http://localhost:8080";
let world: World;
let sdk: CognitoIdentityProviderClient;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld({ publicUrl: origin });
  sdk = sdkClient(world);
  ClientId = world.identity.pools.current.clientId;
});
afterAll(async () => {
  sdk.destroy();
  await world.close();
});

test("the AWS SDK sets up an authenticator app and signs in with its code", async () => {
  const user = await world.user({ mfaEnabled: false });
  const { AccessToken } = await tokensOf(world, user);
  const { SecretCode = "" } = await sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const codeNow = (): string => totpCode(SecretCode, Math.floor(world.now() / stepMs));
  const { Status } = await sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: codeNow() }));
  expect(Status).toBe("SUCCESS");
  await sdk.send(
    new SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      EmailMfaSettings: { Enabled: true },
    }),
  );
  const AuthParameters = { USERNAME: user.email, PASSWORD: user.password };
  const start = new InitiateAuthCommand({ ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters });
  const first = await sdk.send(start);
  expect(first.ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  world.pass(stepMs);
  const ChallengeResponses = { USERNAME: user.email, SOFTWARE_TOKEN_MFA_CODE: codeNow() };
  const { ChallengeName, Session } = first;
  const done = await sdk.send(
    new RespondToAuthChallengeCommand({ ClientId, ChallengeName, Session, ChallengeResponses }),
  );
  expect(done.AuthenticationResult?.AccessToken).toBeTypeOf("string");
});

test("the AWS SDK registers, lists and deletes a passkey, and signs in with it", async () => {
  const user = await world.user({ mfaEnabled: false });
  const { AccessToken } = await tokensOf(world, user);
  const authenticator = softAuthenticator(origin);
  const started = await sdk.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
  const Credential = authenticator.create(started.CredentialCreationOptions as unknown as CeremonyOptions);
  await sdk.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
  const { Credentials = [] } = await sdk.send(new ListWebAuthnCredentialsCommand({ AccessToken }));
  expect(Credentials).toMatchObject([{ CredentialId: authenticator.id, RelyingPartyId: "localhost" }]);
  expect(Credentials[0]?.CreatedAt).toBeInstanceOf(Date);

  const AuthParameters = { USERNAME: user.email, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  const first = await sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow: "USER_AUTH", AuthParameters }));
  const { ChallengeName, Session, ChallengeParameters } = first;
  const options = JSON.parse(ChallengeParameters?.["CREDENTIAL_REQUEST_OPTIONS"] ?? "") as CeremonyOptions;
  const ChallengeResponses = { USERNAME: user.email, CREDENTIAL: JSON.stringify(authenticator.get(options)) };
  const done = await sdk.send(
    new RespondToAuthChallengeCommand({ ClientId, ChallengeName, Session, ChallengeResponses }),
  );
  expect(done.AuthenticationResult?.IdToken).toBeTypeOf("string");

  await sdk.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: authenticator.id }));
  expect((await sdk.send(new ListWebAuthnCredentialsCommand({ AccessToken }))).Credentials).toEqual([]);
});

test("the AWS SDK reads which factors the pool offers", async () => {
  const { userPoolId: UserPoolId } = world.identity.pools.current;
  const settings = await sdk.send(new GetUserPoolMfaConfigCommand({ UserPoolId }));
  expect(settings).toMatchObject({
    MfaConfiguration: "OPTIONAL",
    SoftwareTokenMfaConfiguration: { Enabled: true },
    WebAuthnConfiguration: { RelyingPartyId: "localhost", UserVerification: "required" },
  });
});
