import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import type { World } from "./world.ts";

/** Amazon's own SDK, pointed at the world; signing with the admin pair unless told otherwise. */
export function sdkClient(
  world: World,
  credentials = {
    accessKeyId: world.identity.adminKey.access_key_id,
    secretAccessKey: world.identity.adminKey.secret_access_key,
  },
): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region: "us-east-1",
    endpoint: world.endpoint,
    credentials,
    maxAttempts: 1,
  });
}

/** An attribute of a list as the SDK gives it. */
export const valueOf = (list: { Name?: string | undefined; Value?: string | undefined }[] | undefined, name: string) =>
  list?.find((each) => each.Name === name)?.Value;
