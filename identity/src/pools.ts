import { refuse } from "./errors.ts";

export type PoolName = "current" | "legacy";

export interface PoolInfo {
  userPoolId: string;
  clientId: string;
  /** Without a trailing slash; `iss` of the pool's tokens. */
  issuer: string;
}

export interface Pool extends PoolInfo {
  name: PoolName;
  /** The part of the pool id that SRP hashes in (after the underscore). */
  group: string;
  /** PreventUserExistenceErrors: unknown users get the answers of known ones. */
  hidesUsers: boolean;
}

export interface Pools {
  current: Pool;
  legacy: Pool;
  /** The pool with this id, by client or by issuer. Unknown ids are refused as Cognito refuses them. */
  byId(userPoolId: string): Pool;
  byClient(clientId: string): Pool;
  byIssuer(issuer: string): Pool | null;
}

// The ids look like Amazon's, because some verifiers accept no others (contract section 5a).
const fixed = {
  current: { userPoolId: "us-east-1_PulseMain", clientId: "3pulsemain7k2v9q4x8m1c6r5t" },
  legacy: { userPoolId: "us-east-1_PulseLegacy", clientId: "5pulselegacy2b8w4n7h3d9j6z" },
} as const;

/** Builds both pools. `publicUrl` is without a trailing slash. */
export function createPools(publicUrl: string): Pools {
  const pool = (name: PoolName): Pool => ({
    ...fixed[name],
    name,
    issuer: `${publicUrl}/identity/${fixed[name].userPoolId}`,
    group: fixed[name].userPoolId.slice(fixed[name].userPoolId.indexOf("_") + 1),
    hidesUsers: name === "current",
  });
  const current = pool("current");
  const legacy = pool("legacy");
  const all = [current, legacy];
  return {
    current,
    legacy,
    byId(userPoolId) {
      const found = all.find((candidate) => candidate.userPoolId === userPoolId);
      if (!found) throw refuse.resourceMissing(`User pool ${userPoolId} does not exist.`);
      return found;
    },
    byClient(clientId) {
      const found = all.find((candidate) => candidate.clientId === clientId);
      if (!found) throw refuse.resourceMissing(`User pool client ${clientId} does not exist.`);
      return found;
    },
    byIssuer: (issuer) => all.find((candidate) => candidate.issuer === issuer) ?? null,
  };
}
