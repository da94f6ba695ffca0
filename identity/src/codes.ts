import { randomInt, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import { refuse } from "./errors.ts";
import type { IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";
import { maxCodeTries } from "./sessions.ts";

export type CodePurpose = "sign_up" | "reset" | "verify:email" | "verify:phone_number";

// As long as Amazon's codes are valid: a day for addresses, an hour for a reset.
const lifeMs: Record<CodePurpose, number> = {
  sign_up: 24 * 3_600_000,
  reset: 3_600_000,
  "verify:email": 24 * 3_600_000,
  "verify:phone_number": 24 * 3_600_000,
};

const noMoreTries = maxCodeTries + 1;

/**
 * What a try at a code comes to. `locked` and `expired`: it is the first that comes after the last of its tries, or too
 * late; `none`: there is no code, or a later such try.
 */
export type CodeVerdict = "right" | "wrong" | "locked" | "expired" | "none";

/** Six digits, uniform, leading zeros kept. */
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, "0");

export type Codes = ReturnType<typeof createCodes>;

/**
 * One-time codes. A subject has one open code for each purpose; it is kept as a keyed hash, allows 5 tries and is used
 * once.
 */
export function createCodes(db: Kysely<IdentityTables>, now: () => number, secrets: Secrets) {
  const hashOf = (subject: string, purpose: CodePurpose, code: string): string =>
    secrets.keyedHash("code", subject, purpose, code).toString("base64url");

  return {
    /** Makes a code, which replaces the previous one. It proves `value`. `subject` may be the id of a stand-in. */
    async issue(subject: string, purpose: CodePurpose, value = ""): Promise<string> {
      const code = newCode();
      const row = {
        code_hash: hashOf(subject, purpose, code),
        value,
        tries: 0,
        expires_at: new Date(now() + lifeMs[purpose]),
      };
      await db
        .insertInto("identity_codes")
        .values({ subject, purpose, ...row })
        .onConflict((conflict) => conflict.columns(["subject", "purpose"]).doUpdateSet(row))
        .execute();
      return code;
    },

    /** Counts a try at a code and judges it. The code stays open until `use`, so that it goes together with its change. */
    async judge(subject: string, purpose: CodePurpose, code: string): Promise<CodeVerdict> {
      const at = new Date(now());
      // One row more than there are tries: the first that comes too late can be told from those after it.
      const row = await db
        .updateTable("identity_codes")
        .set((eb) => ({
          tries: eb
            .case()
            .when("expires_at", "<=", at)
            .then(noMoreTries)
            .else(eb("tries", "+", 1))
            .end(),
        }))
        .where("subject", "=", subject)
        .where("purpose", "=", purpose)
        .where("tries", "<", noMoreTries)
        .returning(["code_hash", "tries", "expires_at"])
        .executeTakeFirst();
      if (!row) return "none";
      if (new Date(row.expires_at) <= at) return "expired";
      if (row.tries > maxCodeTries) return "locked";
      const isRight = timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashOf(subject, purpose, code.trim())));
      return isRight ? "right" : "wrong";
    },

    /** Uses up a code that was found right and returns its value. ExpiredCode if somebody else has just used it. */
    async use(subject: string, purpose: CodePurpose, code: string): Promise<string> {
      const used = await db
        .deleteFrom("identity_codes")
        .where("subject", "=", subject)
        .where("purpose", "=", purpose)
        .where("code_hash", "=", hashOf(subject, purpose, code.trim()))
        .returning("value")
        .executeTakeFirst();
      if (!used) throw refuse.codeExpired();
      return used.value;
    },

    /** The value that an open code would prove; null if there is no open code. */
    async openValue(subject: string, purpose: CodePurpose): Promise<string | null> {
      const row = await db
        .selectFrom("identity_codes")
        .select("value")
        .where("subject", "=", subject)
        .where("purpose", "=", purpose)
        .where("expires_at", ">", new Date(now()))
        .executeTakeFirst();
      return row?.value || null;
    },

    async drop(subject: string, purpose?: CodePurpose): Promise<void> {
      let query = db.deleteFrom("identity_codes").where("subject", "=", subject);
      if (purpose) query = query.where("purpose", "=", purpose);
      await query.execute();
    },

    async sweep(): Promise<void> {
      await db.deleteFrom("identity_codes").where("expires_at", "<", new Date(now())).execute();
    },
  };
}
