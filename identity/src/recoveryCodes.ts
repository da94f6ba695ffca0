import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";

/** Codes that a person gets at a time. */
export const recoveryCodeCount = 10;
/** Without letters and digits that look alike in print. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/** 31^10 codes are 49 bits: more than enough for a secret that is guessed only online, under a lock. */
const length = 10;

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

/** Ten codes for the day when the phone is lost. Each replaces a code once; only keyed hashes are kept. */
export function createRecoveryCodes(db: Kysely<IdentityTables>, secrets: Secrets) {
  const hashOf = (sub: string, code: string): string =>
    secrets.keyedHash("recovery code", sub, plainCode(code)).toString("base64url");

  return {
    /** Makes new codes, which replace the old ones. Form: `xxxxx-xxxxx`. */
    async renew(sub: string): Promise<string[]> {
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      await db.deleteFrom("identity_recovery_codes").where("sub", "=", sub).execute();
      await db
        .insertInto("identity_recovery_codes")
        .values(codes.map((code) => ({ sub, code_hash: hashOf(sub, code) })))
        .execute();
      return codes;
    },

    async left(sub: string): Promise<number> {
      const { count } = await db
        .selectFrom("identity_recovery_codes")
        .select((eb) => eb.fn.countAll<string | number>().as("count"))
        .where("sub", "=", sub)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Whether this is one of the codes that are left. */
    async has(sub: string, code: string): Promise<boolean> {
      const row = await db
        .selectFrom("identity_recovery_codes")
        .select("sub")
        .where("sub", "=", sub)
        .where("code_hash", "=", hashOf(sub, code))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Uses a code up; false if it is no longer there. */
    async use(sub: string, code: string): Promise<boolean> {
      const row = await db
        .deleteFrom("identity_recovery_codes")
        .where("sub", "=", sub)
        .where("code_hash", "=", hashOf(sub, code))
        .returning("sub")
        .executeTakeFirst();
      return row !== undefined;
    },

    async drop(sub: string): Promise<void> {
      await db.deleteFrom("identity_recovery_codes").where("sub", "=", sub).execute();
    },
  };
}

/** Whether a text has the form of a recovery code rather than of a code of six digits. */
export const isRecoveryCode = (text: string): boolean => plainCode(text).length === length;

/** What was typed, without hyphens, spaces and capitals. */
const plainCode = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

function newRecoveryCode(): string {
  const letters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}
