import { createHash, randomBytes } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { IdentityTables, SessionsTable } from "./schema.ts";
import type { Secrets } from "./secrets.ts";

export type Stage =
  | "PASSWORD_VERIFIER"
  | "CUSTOM_CHALLENGE"
  | "SMS_MFA"
  | "SOFTWARE_TOKEN_MFA"
  | "EMAIL_OTP"
  | "SELECT_MFA_TYPE"
  | "MFA_SETUP"
  | "SELECT_CHALLENGE"
  | "WEB_AUTHN"
  | "PASSKEY_REGISTRATION"
  | "NEW_PASSWORD_REQUIRED"
  | "DEVICE_SRP_AUTH"
  | "DEVICE_PASSWORD_VERIFIER";

const State = z.object({
  /** Names under which the client may answer: what it sent first, and the sub. */
  names: z.array(z.string()),
  /** False for a stand-in of a user that does not exist. */
  known: z.boolean(),
  mfaDone: z.boolean(),
  deviceKey: z.string().nullable(),
  srp: z.object({ aHex: z.string(), bHex: z.string(), publicHex: z.string() }).nullable(),
  mfaCodeHash: z.string().nullable(),
  /** An authenticator app that is set up on the way. */
  totp: z.object({ secret: z.string(), isProven: z.boolean() }).nullable().default(null),
  /** What the browser's passkey has to sign, base64url. */
  passkeyChallenge: z.string().nullable().default(null),
});
export type SessionState = z.infer<typeof State>;

export interface Session {
  idHash: string;
  poolId: string;
  sub: string;
  stage: Stage;
  state: SessionState;
}

/** The stages that wait for a code. */
const codeStages: ReadonlySet<string> = new Set<Stage>(["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP"]);

export const sessionLifeMs = 3 * 60_000;
export const maxCodeTries = 5;

export type Sessions = ReturnType<typeof createSessions>;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

/**
 * The steps of sign-ins in progress. A session belongs to a pool, a user and a stage, is used once and is valid for 3
 * minutes; of its id, 256 random bits, only a hash is kept.
 */
export function createSessions(db: Kysely<IdentityTables>, now: () => number, secrets: Secrets) {
  const find = async (column: "id_hash" | "secret_block_hash", value: string) =>
    db.selectFrom("identity_sessions").selectAll().where(column, "=", value).executeTakeFirst();

  const opened = (row: Selectable<SessionsTable>): Session => ({
    idHash: row.id_hash,
    poolId: row.pool_id,
    sub: row.sub,
    stage: row.stage as Stage,
    state: State.parse(JSON.parse(secrets.open(row.state_sealed, row.id_hash))),
  });

  return {
    /** Starts a step and returns the session's id for the client. */
    async start(pool: Pool, sub: string, stage: Stage, state: SessionState, secretBlock?: string): Promise<string> {
      const id = randomBytes(32).toString("base64url");
      const idHash = sha256(id);
      await db
        .insertInto("identity_sessions")
        .values({
          id_hash: idHash,
          secret_block_hash: secretBlock === undefined ? null : sha256(secretBlock),
          pool_id: pool.userPoolId,
          sub,
          stage,
          state_sealed: secrets.seal(JSON.stringify(state), idHash),
          tries: 0,
          consumed_at: null,
          successor_hash: null,
          expires_at: new Date(now() + sessionLifeMs),
        })
        .execute();
      return id;
    },

    /**
     * Finds the open session of a step without using it up. Some clients leave its id out, so it is found by the secret
     * block too; some answer a device step with the id of the SMS step before it, so that id stands for its successor.
     */
    async open(
      pool: Pool,
      stage: Stage,
      by: { id?: string | undefined; secretBlock?: string | undefined },
      name: string,
    ): Promise<Session> {
      let row =
        by.id === undefined
          ? by.secretBlock === undefined
            ? undefined
            : await find("secret_block_hash", sha256(by.secretBlock))
          : await find("id_hash", sha256(by.id));
      if (row && codeStages.has(row.stage) && stage === "DEVICE_SRP_AUTH" && row.successor_hash)
        row = await find("id_hash", row.successor_hash);
      if (!row || row.pool_id !== pool.userPoolId || row.stage !== stage) throw refuse.invalidSession();
      if (row.expires_at.getTime() <= now()) throw refuse.expiredSession();
      if (row.consumed_at) throw refuse.replayedSession();
      if (by.secretBlock !== undefined && row.secret_block_hash !== sha256(by.secretBlock))
        throw refuse.invalidSession();
      const session = opened(row);
      if (!session.state.names.includes(name.trim().toLowerCase())) throw refuse.invalidSession();
      return session;
    },

    /** The open session with this id, for calls that send nothing else. The same refusals as `open`. */
    async openById(stage: Stage, id: string): Promise<Session> {
      const row = await find("id_hash", sha256(id));
      if (!row || row.stage !== stage) throw refuse.invalidSession();
      if (row.expires_at.getTime() <= now()) throw refuse.expiredSession();
      if (row.consumed_at) throw refuse.replayedSession();
      return opened(row);
    },

    /** Uses the session up. Refuses if another call has just done so. */
    async consume(session: Session): Promise<void> {
      const row = await db
        .updateTable("identity_sessions")
        .set({ consumed_at: new Date(now()) })
        .where("id_hash", "=", session.idHash)
        .where("consumed_at", "is", null)
        .returning("id_hash")
        .executeTakeFirst();
      if (!row) throw refuse.replayedSession();
    },

    /** Counts a try at the session's code; `noneLeft` tells the first try that finds none from those after it. */
    async takeTry(session: Session): Promise<"taken" | "noneLeft" | "noneLeftAgain"> {
      const row = await db
        .updateTable("identity_sessions")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("id_hash", "=", session.idHash)
        .where("tries", "<=", maxCodeTries)
        .returning("tries")
        .executeTakeFirst();
      if (!row) return "noneLeftAgain";
      return row.tries > maxCodeTries ? "noneLeft" : "taken";
    },

    /**
     * The session of a code that comes after its end, and why it has ended; null for an unknown one, and for every such
     * code but the first, after which it has no tries left.
     */
    async takeLateTry(
      pool: Pool,
      stage: Stage,
      id: string,
    ): Promise<{ sub: string; reason: "expired" | "used" } | null> {
      const row = await db
        .updateTable("identity_sessions")
        .set({ tries: maxCodeTries + 1 })
        .where("id_hash", "=", sha256(id))
        .where("pool_id", "=", pool.userPoolId)
        .where("stage", "=", stage)
        .where("tries", "<=", maxCodeTries)
        .where((eb) => eb.or([eb("consumed_at", "is not", null), eb("expires_at", "<=", new Date(now()))]))
        .returning(["sub", "consumed_at"])
        .executeTakeFirst();
      return row ? { sub: row.sub, reason: row.consumed_at ? "used" : "expired" } : null;
    },

    async setSuccessor(session: Session, successorId: string): Promise<void> {
      await db
        .updateTable("identity_sessions")
        .set({ successor_hash: sha256(successorId) })
        .where("id_hash", "=", session.idHash)
        .execute();
    },

    /** Ends all of a user's sign-ins in progress, for a reset, a disabling or a deletion. */
    async endAll(sub: string): Promise<void> {
      await db.deleteFrom("identity_sessions").where("sub", "=", sub).execute();
    },

    async sweep(): Promise<void> {
      await db.deleteFrom("identity_sessions").where("expires_at", "<", new Date(now())).execute();
    },
  };
}
