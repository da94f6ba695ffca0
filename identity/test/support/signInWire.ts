import { srpClient } from "./srpClient.ts";
import type { WireAnswer, World } from "./world.ts";

export interface Tokens {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
}

/** The first half of an SRP sign-in, by the bare wire: the challenge and the answer that a password gives. */
export async function srpAnswer(
  world: World,
  username: string,
  password: string,
  pool = world.identity.pools.current,
): Promise<{
  challenge: WireAnswer;
  request: Record<string, unknown> & { ChallengeResponses: Record<string, string> };
}> {
  const client = srpClient();
  const challenge = await world.call("InitiateAuth", {
    ClientId: pool.clientId,
    AuthFlow: "USER_SRP_AUTH",
    AuthParameters: { USERNAME: username, SRP_A: client.publicAHex },
  });
  const parameters = challenge.body["ChallengeParameters"] as Record<string, string>;
  const timestamp = "Sat Nov 21 09:30:00 UTC 2026";
  const id = parameters["USER_ID_FOR_SRP"] ?? "";
  const secretBlock = parameters["SECRET_BLOCK"] ?? "";
  const { signature } = client.prove({
    group: pool.userPoolId.split("_")[1] ?? "",
    id,
    password,
    saltHex: parameters["SALT"] ?? "",
    publicBHex: parameters["SRP_B"] ?? "",
    secretBlock: Buffer.from(secretBlock, "base64"),
    timestamp,
  });
  return {
    challenge,
    request: {
      ClientId: pool.clientId,
      ChallengeName: "PASSWORD_VERIFIER",
      Session: challenge.body["Session"],
      ChallengeResponses: {
        USERNAME: id,
        PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
        TIMESTAMP: timestamp,
        PASSWORD_CLAIM_SIGNATURE: signature,
      },
    },
  };
}

/** Signs in someone without MFA by password. */
export async function tokensOf(
  world: World,
  user: { email: string; password: string },
  pool = world.identity.pools.current,
): Promise<Tokens> {
  const answer = await world.call("InitiateAuth", {
    ClientId: pool.clientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: user.email, PASSWORD: user.password },
  });
  const result = answer.body["AuthenticationResult"];
  if (!result) throw new Error(`no tokens: ${JSON.stringify(answer.body)}`);
  return result as Tokens;
}
