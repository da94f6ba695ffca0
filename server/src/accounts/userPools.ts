import type { Identity } from "@pulse/identity/identity";
import type { PoolInfo } from "@pulse/identity/pools";
import { type UserPool, userPool } from "../adapters/userPool/userPool.ts";
import type { Config } from "../config.ts";
import { type TokenVerdict, tokenVerifier } from "../http/tokens.ts";
import { localOrigin } from "../system/publicConfig.ts";

export interface TrustedUserPool {
  pool: UserPool;
  verify(token: string): Promise<TokenVerdict>;
}

/** The two pools as the server uses them: calls by Amazon's SDK, tokens by JWKS, both over HTTP as from anywhere. */
export function userPools(config: Config, identity: Identity): { current: TrustedUserPool; legacy: TrustedUserPool } {
  const origin = localOrigin(config);
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = identity.adminKey;
  const trusted = ({ userPoolId, clientId, issuer }: PoolInfo): TrustedUserPool => ({
    pool: userPool({
      region: userPoolId.split("_")[0]!,
      endpoint: `${origin}/identity/`,
      userPoolId,
      clientId,
      credentials: { accessKeyId, secretAccessKey },
    }),
    verify: tokenVerifier({ issuer, clientId, jwksUrl: `${origin}/identity/${userPoolId}/.well-known/jwks.json` }),
  });
  return { current: trusted(identity.pools.current), legacy: trusted(identity.pools.legacy) };
}
