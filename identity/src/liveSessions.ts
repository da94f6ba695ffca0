import { sql, type Kysely } from "kysely";
import type { IdentityTables } from "./schema.ts";
import { tokenLifeS } from "./tokens.ts";

/** Where somebody is signed in. */
export interface LiveSession {
  /** The origin_jti of its tokens. */
  id: string;
  startedMs: number;
  lastUsedMs: number;
  /** Of the sign-in or the last refresh; empty: none was sent. */
  userAgent: string;
  ip: string;
  /** How the sign-in was proven; null: by the pool's own password, code or passkey. */
  method: string | null;
}

/** That tokens of a session were used. */
export interface SessionUse {
  originJti: string;
  atMs: number;
}

export type LiveSessions = ReturnType<typeof createLiveSessions>;

/** A person sees at most this many; programs that sign in again and again make thousands. */
const maxListed = 100;
/** Rows of one statement. */
const maxUsesAtOnce = 1000;

/** The families of refresh tokens as the people who are signed in with them see them. */
export function createLiveSessions(db: Kysely<IdentityTables>, now: () => number) {
  return {
    /** The sessions that still have a token that works, the one used last first. */
    async ofUser(sub: string): Promise<LiveSession[]> {
      const rows = await db
        .selectFrom("identity_refresh_families as family")
        .leftJoin("identity_devices as device", "device.device_key", "family.device_key")
        .selectAll("family")
        .where("family.sub", "=", sub)
        .where("family.revoked_at", "is", null)
        .where("family.expires_at", ">", new Date(now()))
        // Without its device a session cannot be refreshed, and is over with its last tokens.
        .where((eb) =>
          eb.or([
            eb("family.device_key", "is", null),
            eb("device.device_key", "is not", null),
            eb("family.last_used_at", ">", new Date(now() - tokenLifeS * 1000)),
          ]),
        )
        .orderBy("family.last_used_at", "desc")
        .orderBy("family.origin_jti")
        .limit(maxListed)
        .execute();
      return rows.map((row) => ({
        id: row.origin_jti,
        startedMs: row.auth_time.getTime(),
        lastUsedMs: row.last_used_at.getTime(),
        userAgent: row.user_agent,
        ip: row.ip,
        method: row.sign_in_method,
      }));
    },

    /** Notes that sessions were used. A time before the one that is stored changes nothing. */
    async noteUses(uses: readonly SessionUse[]): Promise<void> {
      for (let from = 0; from < uses.length; from += maxUsesAtOnce) {
        const rows = uses
          .slice(from, from + maxUsesAtOnce)
          .map(({ originJti, atMs }) => sql`(${originJti}::text, ${new Date(atMs)}::timestamptz)`);
        await sql`update identity_refresh_families as family set last_used_at = used.at
          from (values ${sql.join(rows)}) as used (origin_jti, at)
          where family.origin_jti = used.origin_jti and family.revoked_at is null and family.last_used_at < used.at`.execute(
          db,
        );
      }
    },
  };
}
