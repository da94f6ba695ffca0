import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { type CodePurpose, poolRefusal } from "./poolRefusal.ts";

export interface UserPoolOptions {
  region: string;
  /** Null: Amazon's own for the region. */
  endpoint: string | null;
  userPoolId: string;
  clientId: string;
  /** Null: as the AWS SDK finds them by itself (environment, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Sent in the user agent, so that our own calls can be recognised in the embedded endpoint's events. */
  agent?: string;
}

/** The SDK's client of one pool. */
export interface PoolClient {
  client: CognitoIdentityProviderClient;
  UserPoolId: string;
  ClientId: string;
  /** Runs a call; refusals come as AppErrors of the catalogue. */
  withRefusals<T>(purpose: CodePurpose, act: () => Promise<T>): Promise<T>;
}

export function poolClient(options: UserPoolOptions): PoolClient {
  return {
    client: new CognitoIdentityProviderClient({
      region: options.region,
      ...(options.endpoint === null ? {} : { endpoint: options.endpoint }),
      ...(options.credentials === null ? {} : { credentials: options.credentials }),
      ...(options.agent === undefined ? {} : { customUserAgent: options.agent }),
      maxAttempts: 2,
    }),
    UserPoolId: options.userPoolId,
    ClientId: options.clientId,
    withRefusals: async (purpose, act) => {
      try {
        return await act();
      } catch (error) {
        throw poolRefusal(error, purpose);
      }
    },
  };
}

/** Whether this is the pool's exception of that name. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
