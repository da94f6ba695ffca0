import { type UserPool, userPool } from "../../platform/userPool/userPool.ts";
import type { CognitoPool, Config } from "../../platform/config/config.ts";
import { type TokenVerdict, tokenVerifier } from "../../platform/http/tokens.ts";
import { localOrigin } from "../../platform/http/localOrigin.ts";

/** A user pool as the server uses it: calls through Amazon's SDK, tokens verified by JWKS. */
export interface TrustedUserPool {
  region: string;
  userPoolId: string;
  clientId: string;
  pool: UserPool;
  verify(token: string): Promise<TokenVerdict>;
}

export interface UserPools {
  current: TrustedUserPool;
  legacy: TrustedUserPool | null;
}

interface EmbeddedPool {
  userPoolId: string;
  clientId: string;
  issuer: string;
}

/** What the embedded endpoint says about its pools. */
export interface EmbeddedPools {
  pools: { current: EmbeddedPool; legacy: EmbeddedPool };
  adminKey: { access_key_id: string; secret_access_key: string };
}

interface Address {
  issuer: string;
  jwksUrl: string;
  endpoint: string | null;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

interface PoolOptions {
  /** A part of the user agent that marks our own calls. */
  agent?: string;
  /** Where this process reaches the embedded endpoint; left out: at the host and port of the settings. */
  origin?: string;
  now?(): number;
  /** Called when a pool's newest keys could not be read in the background. */
  problem?(error: unknown): void;
}

/** The pools of the settings. Amazon's and the embedded ones only differ by addresses and credentials. */
export function userPools(config: Config, embedded: EmbeddedPools | null, options: PoolOptions = {}): UserPools {
  if (config.identity.mode === "cognito") {
    const { current, legacy } = config.identity;
    return {
      current: trusted(current, amazon(current), options),
      legacy: legacy && trusted(legacy, amazon(legacy), options),
    };
  }
  const { pools, adminKey } = embedded!;
  const { origin = localOrigin(config) } = options;
  const own = ({ userPoolId, clientId, issuer }: EmbeddedPool): TrustedUserPool =>
    trusted(
      { region: userPoolId.split("_")[0]!, userPoolId, clientId },
      {
        issuer,
        jwksUrl: `${origin}/identity/${userPoolId}/.well-known/jwks.json`,
        endpoint: `${origin}/identity/`,
        credentials: { accessKeyId: adminKey.access_key_id, secretAccessKey: adminKey.secret_access_key },
      },
      options,
    );
  return { current: own(pools.current), legacy: own(pools.legacy) };
}

/** The AWS SDK finds the credentials in its usual places. */
function amazon({ region, userPoolId }: CognitoPool): Address {
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
  return { issuer, jwksUrl: `${issuer}/.well-known/jwks.json`, endpoint: null, credentials: null };
}

function trusted(pool: CognitoPool, address: Address, options: PoolOptions): TrustedUserPool {
  const { agent, now = Date.now, problem = () => undefined } = options;
  const { issuer, jwksUrl } = address;
  return {
    ...pool,
    pool: userPool({
      ...pool,
      endpoint: address.endpoint,
      credentials: address.credentials,
      ...(agent === undefined ? {} : { agent }),
    }),
    verify: tokenVerifier({ issuer, clientId: pool.clientId, jwksUrl }, now, problem),
  };
}
