import { type UserPool, userPool } from "../../platform/userPool/userPool.ts";
import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { CognitoPool, Config } from "../../platform/config/config.ts";
import { deliverableFactors } from "../../platform/config/deliverableFactors.ts";
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
  /** The second factors that can be delivered. Amazon's pools say for themselves which they are set up for. */
  secondFactors(): Promise<SecondFactor[]>;
  /** The recovery codes of accounts in the current pool; null: Amazon's pools have none. */
  recoveryCodes: { renew(sub: string): Promise<string[]>; left(sub: string): Promise<number> } | null;
  /** Where people are signed in; null: Amazon's pools do not say so. */
  sessions: PoolSessions | null;
}

/** A session as the pool knows it. */
export interface PoolSession {
  /** The origin_jti of its tokens. */
  id: string;
  startedMs: number;
  lastUsedMs: number;
  userAgent: string;
  ip: string;
  /** How the sign-in was proven; null: by the pool's own password, code or passkey. */
  method: string | null;
}

export interface PoolSessions {
  /** The open sessions, the one used last first. */
  list(sub: string): Promise<PoolSession[]>;
  /** False: the person has no such session that is open. */
  end(sub: string, id: string): Promise<boolean>;
  /** Ends all but one; returns how many. */
  endOthers(sub: string, currentId: string): Promise<number>;
}

interface EmbeddedPool {
  userPoolId: string;
  clientId: string;
  issuer: string;
}

/** A user of an embedded pool, by e-mail or sub. */
interface EmbeddedUser {
  pool: "current" | "legacy";
  username: string;
}

/** What the embedded endpoint says about its pools. */
export interface EmbeddedPools {
  pools: { current: EmbeddedPool; legacy: EmbeddedPool };
  adminKey: { access_key_id: string; secret_access_key: string };
  /** Calls that Amazon's operations do not have. */
  admin: {
    resetMfa(ref: EmbeddedUser): Promise<void>;
    renewRecoveryCodes(ref: EmbeddedUser): Promise<string[]>;
    recoveryCodesLeft(ref: EmbeddedUser): Promise<number>;
    sessions(ref: EmbeddedUser): Promise<PoolSession[]>;
    endSession(ref: EmbeddedUser, id: string): Promise<boolean>;
    endOtherSessions(ref: EmbeddedUser, currentId: string): Promise<number>;
  };
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
    const amazonPool = trusted(current, amazon(current), options);
    return {
      current: amazonPool,
      legacy: legacy && trusted(legacy, amazon(legacy), options),
      secondFactors: amazonPool.pool.secondFactors,
      recoveryCodes: null,
      sessions: null,
    };
  }
  const { origin = localOrigin(config) } = options;
  if (embedded === null) return noPools(origin, config, options);
  const { pools, adminKey, admin } = embedded;
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
  const current = own(pools.current);
  const { resetSecondFactor } = current.pool;
  const ref = (username: string) => ({ pool: "current" as const, username });
  return {
    current: {
      ...current,
      pool: {
        ...current.pool,
        // Amazon's operations cannot remove somebody's passkeys, and know no recovery codes.
        resetSecondFactor: async (sub) => {
          await resetSecondFactor(sub);
          await admin.resetMfa(ref(sub));
        },
      },
    },
    legacy: own(pools.legacy),
    secondFactors: async () => deliverableFactors(config),
    recoveryCodes: {
      renew: (sub) => admin.renewRecoveryCodes(ref(sub)),
      left: (sub) => admin.recoveryCodesLeft(ref(sub)),
    },
    sessions: {
      list: (sub) => admin.sessions(ref(sub)),
      end: (sub, id) => admin.endSession(ref(sub), id),
      endOthers: (sub, currentId) => admin.endOtherSessions(ref(sub), currentId),
    },
  };
}

/** Those of a process without the embedded endpoint: nobody signs in there, and every call fails. */
function noPools(origin: string, config: Config, options: PoolOptions): UserPools {
  const nowhere = { issuer: origin, jwksUrl: origin, endpoint: origin, credentials: null };
  const current = trusted({ region: "local", userPoolId: "local_none", clientId: "none" }, nowhere, options);
  const secondFactors = async (): Promise<SecondFactor[]> => deliverableFactors(config);
  return { current, legacy: null, secondFactors, recoveryCodes: null, sessions: null };
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
