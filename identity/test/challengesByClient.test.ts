import {
  AssociateSoftwareTokenCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandInput,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandInput,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FactorPolicy, optionalFactors } from "../src/factors.ts";
import { stepMs, totpCode } from "../src/totp.ts";
import { awsCli, hasAwsCli } from "./support/awsCli.ts";
import { sdkClient } from "./support/sdk.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, type World } from "./support/world.ts";

// Challenges of a sign-in that aws-amplify answers in secondFactors.test.ts, here by Amazon's other clients.
if (!hasAwsCli) process.stderr.write("skipped: the AWS command line is not installed\n");

let policy: FactorPolicy = optionalFactors;
let world: World;
beforeAll(async () => {
  world = await createWorld({ factorPolicy: async () => policy });
});
afterAll(() => world.close());
beforeEach(() => {
  policy = optionalFactors;
});

interface Answer {
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters?: Record<string, string>;
  AuthenticationResult?: object;
}
interface Client {
  initiate(input: InitiateAuthCommandInput): Promise<Answer>;
  respond(input: RespondToAuthChallengeCommandInput): Promise<Answer>;
  associate(input: { Session: string | undefined }): Promise<{ SecretCode?: string; Session?: string }>;
  verify(input: { Session: string | undefined; UserCode: string }): Promise<{ Status?: string; Session?: string }>;
}

function bySdk(): Client {
  const sdk = sdkClient(world);
  return {
    initiate: async (input) => (await sdk.send(new InitiateAuthCommand(input))) as Answer,
    respond: async (input) => (await sdk.send(new RespondToAuthChallengeCommand(input))) as Answer,
    associate: async (input) => (await sdk.send(new AssociateSoftwareTokenCommand(input))) as object,
    verify: async (input) => (await sdk.send(new VerifySoftwareTokenCommand(input))) as object,
  };
}

function byCommand(): Client {
  const run = (operation: string) => async (input: object) => (await awsCli(world, operation, input, false)) as object;
  return {
    initiate: run("initiate-auth"),
    respond: run("respond-to-auth-challenge"),
    associate: run("associate-software-token"),
    verify: run("verify-software-token"),
  };
}

const clients = [
  ["the AWS SDK", bySdk],
  ...(hasAwsCli ? ([["the AWS command line", byCommand]] as const) : []),
] as const;

describe.each(clients)("challenges answered by %s", (_name, make) => {
  let client: Client;
  let ClientId: string;
  beforeEach(() => {
    client = make();
    ClientId = world.identity.pools.current.clientId;
  });
  const start = (user: { email: string; password: string }) =>
    client.initiate({
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: user.email, PASSWORD: user.password },
    });
  const answer = (challenge: Answer, user: { email: string }, responses: Record<string, string>) =>
    client.respond({
      ClientId,
      ChallengeName: challenge.ChallengeName as RespondToAuthChallengeCommandInput["ChallengeName"],
      Session: challenge.Session,
      ChallengeResponses: { USERNAME: user.email, ...responses },
    });

  test("an authenticator app is set up with the session of a sign-in, and the sign-in completes", async () => {
    policy = { ...optionalFactors, accepted: ["SOFTWARE_TOKEN_MFA"], isRequired: true };
    const user = await world.user({ mfaEnabled: false });
    const first = await start(user);
    expect(first.ChallengeName).toBe("MFA_SETUP");
    const { SecretCode = "", Session } = await client.associate({ Session: first.Session });
    const UserCode = totpCode(SecretCode, Math.floor(world.now() / stepMs));
    const verified = await client.verify({ Session, UserCode });
    expect(verified.Status).toBe("SUCCESS");
    const done = await answer({ ChallengeName: "MFA_SETUP", Session: verified.Session ?? "" }, user, {});
    expect(done).toHaveProperty("AuthenticationResult.AccessToken");
    expect((await start(user)).ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  });

  test("a code that was mailed completes the sign-in", async () => {
    policy = { ...optionalFactors, accepted: ["EMAIL_OTP"], isRequired: true };
    const user = await world.user({ mfaEnabled: false });
    const first = await start(user);
    expect(first).toMatchObject({
      ChallengeName: "EMAIL_OTP",
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: "EMAIL", CODE_DELIVERY_DESTINATION: "p***@p***" },
    });
    const done = await answer(first, user, { EMAIL_OTP_CODE: world.code(user.email) });
    expect(done).toHaveProperty("AuthenticationResult.AccessToken");
  });

  test("one of several factors is chosen, and its code completes the sign-in", async () => {
    const user = await world.user({ mfaEnabled: false });
    const { AccessToken } = await tokensOf(world, user);
    await world.call("SetUserMFAPreference", {
      AccessToken,
      SMSMfaSettings: { Enabled: true },
      EmailMfaSettings: { Enabled: true },
    });
    const first = await start(user);
    expect(first).toMatchObject({
      ChallengeName: "SELECT_MFA_TYPE",
      ChallengeParameters: { MFAS_CAN_CHOOSE: '["SMS_MFA","EMAIL_OTP"]' },
    });
    const second = await answer(first, user, { ANSWER: "SMS_MFA" });
    expect(second.ChallengeName).toBe("SMS_MFA");
    const done = await answer(second, user, { SMS_MFA_CODE: world.code(user.phone) });
    expect(done).toHaveProperty("AuthenticationResult.AccessToken");
  });
});
