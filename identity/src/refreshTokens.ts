import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql, type Kysely, type Selectable } from "kysely";
import type { Device } from "./devices.ts";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { FamiliesTable, IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";

export type Family = Selectable<FamiliesTable>;
/** How a sign-in ended: on a known device, or on one proposed now, and how it was proven. */
export interface FamilyStart {
  known: Device | null;
  proposed: Device | null;
  method: string | null;
  caller: Origin;
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

export const refreshLifeMs = 30 * 24 * 3_600_000;
/** Two tabs may refresh at once: a rotated token still works this long. */
export const rotationGraceMs = 60_000;
/** Longer than any browser's user agent is, which is all that is shown of it. */
const maxUserAgentLength = 512;
/** The most refreshes within one token's grace period. No client comes near it. */
const longestChain = 20;

/** Nobody sees where an ended session was, so it is not kept. */
const withoutOrigin = { user_agent: "", ip: "" } as const;
/** Where tokens were asked for. */
interface Origin {
  ip: string;
  userAgent: string;
}
const originOf = ({ ip, userAgent }: Origin) => ({
  ip,
  user_agent: userAgent.slice(0, maxUserAgentLength),
});

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * Refresh tokens: 512 opaque bits, of which only a SHA-256 is kept. All tokens from one sign-in form a family. Its
 * origin_jti is in every access and id token, and the family is revoked as a whole.
 */
export function createRefreshTokens(db: Kysely<IdentityTables>, now: () => number, secrets: Secrets) {
  /**
   * The next token. It is computed from the previous one and not random, so that everybody who refreshes with the same
   * token gets the same next one: a family never branches, although only hashes are kept.
   */
  const successorOf = (token: string): string =>
    ["first half", "second half"]
      .map((half) => secrets.keyedHash("refresh token", half, token).toString("base64url"))
      .join("");

  /** Retires a token, and adds its successor unless it exists. Returns whether the successor has been retired too. */
  async function succeed(originJti: string, token: string, successor: string): Promise<boolean> {
    const at = new Date(now());
    const { rows } = await sql<{ rotated: boolean }>`
      with added as (
        insert into identity_refresh_tokens (token_hash, origin_jti, created_at, rotated_at)
        values (${hashOf(successor)}, ${originJti}, ${at}, null) on conflict (token_hash) do nothing),
      retired as (
        update identity_refresh_tokens set rotated_at = ${at}
        where token_hash = ${hashOf(token)} and rotated_at is null)
      select rotated_at is not null as rotated from identity_refresh_tokens
      where token_hash = ${hashOf(successor)}`.execute(db);
    return rows[0]?.rotated ?? false;
  }

  /** Returns how many families it has ended. */
  async function revokeWhere(match: { sub?: string; originJti?: string }, exceptOriginJti?: string): Promise<number> {
    let query = db
      .updateTable("identity_refresh_families")
      .set({ revoked_at: new Date(now()), ...withoutOrigin })
      .where("revoked_at", "is", null)
      .where("expires_at", ">", new Date(now()));
    if (match.sub !== undefined) query = query.where("sub", "=", match.sub);
    if (match.originJti !== undefined) query = query.where("origin_jti", "=", match.originJti);
    if (exceptOriginJti) query = query.where("origin_jti", "<>", exceptOriginJti);
    return Number((await query.executeTakeFirst()).numUpdatedRows);
  }

  const find = async (token: string) =>
    db
      .selectFrom("identity_refresh_tokens as token")
      .innerJoin("identity_refresh_families as family", "family.origin_jti", "token.origin_jti")
      .selectAll("family")
      .select(["token.token_hash", "token.rotated_at"])
      .where("token.token_hash", "=", hashOf(token))
      .executeTakeFirst();

  return {
    /** Starts the family of a sign-in on a known device, or on one proposed now, which is stored here. */
    async startFamily(
      pool: Pool,
      sub: string,
      { known, proposed, method, caller }: FamilyStart,
    ): Promise<{ family: Family; token: string }> {
      const token = randomBytes(64).toString("base64url");
      const family: Family = {
        origin_jti: randomUUID(),
        pool_id: pool.userPoolId,
        sub,
        device_key: (known ?? proposed)?.device_key ?? null,
        sign_in_method: method,
        auth_time: new Date(now()),
        expires_at: new Date(now() + refreshLifeMs),
        revoked_at: null,
        ...originOf(caller),
        last_used_at: new Date(now()),
      };
      // All in one statement, because every sign-in waits for it.
      const rest = db.with("family", (cte) => cte.insertInto("identity_refresh_families").values(family));
      const query =
        proposed === null ? rest : rest.with("device", (cte) => cte.insertInto("identity_devices").values(proposed));
      await query
        .insertInto("identity_refresh_tokens")
        .values({
          token_hash: hashOf(token),
          origin_jti: family.origin_jti,
          created_at: family.auth_time,
          rotated_at: null,
        })
        .execute();
      return { family, token };
    },

    /**
     * The family of a token that can be used now.
     * With `rotating`, a token that was rotated longer ago than the grace counts as stolen, and the family ends.
     */
    async check(pool: Pool, token: string, rotating: boolean): Promise<Family> {
      const row = await find(token);
      if (!row || row.pool_id !== pool.userPoolId) throw refuse.invalidRefreshToken();
      if (row.revoked_at) throw refuse.revokedRefreshToken();
      if (row.expires_at.getTime() <= now()) throw refuse.expiredRefreshToken();
      if (row.rotated_at && row.rotated_at.getTime() + rotationGraceMs <= now()) {
        if (!rotating) throw refuse.invalidRefreshToken();
        await revokeWhere({ originJti: row.origin_jti });
        throw refuse.reusedRefreshToken();
      }
      return row;
    },

    /** Retires a token and returns the newest token of the family. Its grace period begins when it is first retired. */
    async rotate(family: Family, token: string): Promise<string> {
      let current = token;
      for (let step = 0; step < longestChain; step += 1) {
        const successor = successorOf(current);
        if (!(await succeed(family.origin_jti, current, successor))) return successor;
        current = successor;
      }
      throw refuse.tooManyRequests();
    },

    /**
     * Ends the family of a refresh token. An unknown token changes nothing, as RFC 7009 section 2.2 says;
     * UnsupportedTokenTypeException for an access or id token, which cannot be revoked by itself.
     */
    async revokeByToken(pool: Pool, token: string): Promise<Family | null> {
      if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) throw refuse.unsupportedToken();
      const row = await find(token);
      if (!row || row.pool_id !== pool.userPoolId) return null;
      await revokeWhere({ originJti: row.origin_jti });
      return row;
    },

    /** Notes a refresh of a family. */
    async used(originJti: string, caller: Origin): Promise<void> {
      await db
        .updateTable("identity_refresh_families")
        .set({ ...originOf(caller), last_used_at: new Date(now()) })
        .where("origin_jti", "=", originJti)
        .where("revoked_at", "is", null)
        .execute();
    },

    /** Returns how many families it has ended. */
    revokeAll: (sub: string, exceptOriginJti?: string): Promise<number> => revokeWhere({ sub }, exceptOriginJti),

    /** Ends one family of a user. False: the user has no such family that is still open. */
    revokeOne: async (sub: string, originJti: string): Promise<boolean> => (await revokeWhere({ sub, originJti })) > 0,

    async isLive(originJti: string): Promise<boolean> {
      const row = await db
        .selectFrom("identity_refresh_families")
        .select("revoked_at")
        .where("origin_jti", "=", originJti)
        .executeTakeFirst();
      return row !== undefined && row.revoked_at === null;
    },

    /** origin_jti of every family revoked since then (ms). */
    async revokedSince(sinceMs: number): Promise<string[]> {
      const rows = await db
        .selectFrom("identity_refresh_families")
        .select("origin_jti")
        .where("revoked_at", ">=", new Date(sinceMs))
        .execute();
      return rows.map((row) => row.origin_jti);
    },

    /** Drops families a day after their end, when none of their tokens is valid any more. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom("identity_refresh_families")
        .where("expires_at", "<", new Date(now() - 24 * 3_600_000))
        .execute();
    },
  };
}
