import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { FamiliesTable, IdentityTables } from "./schema.ts";

export type Family = Selectable<FamiliesTable>;
export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

export const refreshLifeMs = 30 * 24 * 3_600_000;
/** Two tabs may refresh at once: a rotated token still works this long. */
export const rotationGraceMs = 60_000;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * Refresh tokens: opaque, 512 bit, kept as SHA-256. All tokens that descend from one sign-in are a family, known by
 * its origin_jti, which every access and id token carries; a family is what gets revoked.
 */
export function createRefreshTokens(db: Kysely<IdentityTables>, now: () => number) {
  async function addToken(originJti: string): Promise<string> {
    const token = randomBytes(64).toString("base64url");
    await db
      .insertInto("identity_refresh_tokens")
      .values({ token_hash: hashOf(token), origin_jti: originJti, created_at: new Date(now()), rotated_at: null })
      .execute();
    return token;
  }

  async function revokeWhere(column: "sub" | "origin_jti", value: string, exceptOriginJti?: string): Promise<void> {
    let query = db
      .updateTable("identity_refresh_families")
      .set({ revoked_at: new Date(now()) })
      .where(column, "=", value)
      .where("revoked_at", "is", null);
    if (exceptOriginJti) query = query.where("origin_jti", "<>", exceptOriginJti);
    await query.execute();
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
    async startFamily(pool: Pool, sub: string, deviceKey: string | null): Promise<{ family: Family; token: string }> {
      const family = await db
        .insertInto("identity_refresh_families")
        .values({
          origin_jti: randomUUID(),
          pool_id: pool.userPoolId,
          sub,
          device_key: deviceKey,
          auth_time: new Date(now()),
          expires_at: new Date(now() + refreshLifeMs),
          revoked_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { family, token: await addToken(family.origin_jti) };
    },

    /**
     * The family of a token that is good now.
     * With `rotating`, a token rotated longer ago than the grace is taken as stolen: the family ends.
     */
    async check(pool: Pool, token: string, rotating: boolean): Promise<Family> {
      const row = await find(token);
      if (!row || row.pool_id !== pool.userPoolId) throw refuse.invalidRefreshToken();
      if (row.revoked_at) throw refuse.revokedRefreshToken();
      if (row.expires_at.getTime() <= now()) throw refuse.expiredRefreshToken();
      if (row.rotated_at && row.rotated_at.getTime() + rotationGraceMs <= now()) {
        if (!rotating) throw refuse.invalidRefreshToken();
        await revokeWhere("origin_jti", row.origin_jti);
        throw refuse.reusedRefreshToken();
      }
      return row;
    },

    /** Retires the token (its grace runs from the first time) and returns the next of the family. */
    async rotate(family: Family, token: string): Promise<string> {
      await db
        .updateTable("identity_refresh_tokens")
        .set({ rotated_at: new Date(now()) })
        .where("token_hash", "=", hashOf(token))
        .where("rotated_at", "is", null)
        .execute();
      return addToken(family.origin_jti);
    },

    /** Ends the family of a token; nothing happens for a token nobody knows, as RFC 7009 has it. */
    async revokeByToken(pool: Pool, token: string): Promise<Family | null> {
      const row = await find(token);
      if (!row || row.pool_id !== pool.userPoolId) return null;
      await revokeWhere("origin_jti", row.origin_jti);
      return row;
    },

    revokeAll: (sub: string, exceptOriginJti?: string): Promise<void> => revokeWhere("sub", sub, exceptOriginJti),

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

    /** Families a day past their end: no token of theirs is valid any more. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom("identity_refresh_families")
        .where("expires_at", "<", new Date(now() - 24 * 3_600_000))
        .execute();
    },
  };
}
