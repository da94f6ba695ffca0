import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { AccountMaintenance } from "./accountMaintenance.ts";
import { type NewSuperadmin, superadminsRepository, type UserRow } from "./superadmins.repository.ts";
import type { UserPools } from "../identityLink/userPools.ts";

export interface Superadmins {
  exist(): Promise<boolean>;
  /**
   * Without texts the phone number is optional, and no code is asked for that could not be sent. Throws
   * `phone_number_required`, `username_already_exists` and `password_requirement_not_met`, and then leaves nothing behind.
   */
  create(person: NewSuperadmin, write: Write<{ created: true }>): Promise<{ created: true }>;
  /**
   * Lets somebody in who has lost the phone: no second factor, no number, no remembered device, signed out everywhere.
   * The next sign-in asks for a new number. Throws `user_not_found`.
   */
  resetMfa(email: string, write: Write<{ reset: true }>): Promise<{ reset: true }>;
}

/**
 * People who may do everything in every customer. They are made on the machine itself, never over the API. Work that
 * takes several calls to the pool is noted first, so that a later process can finish it (decision 0008).
 */
export function superadmins(parts: {
  db: Kysely<Database>;
  pools: UserPools;
  /** Shared by the whole process: all work on one person's account takes turns there, whoever asks for it. */
  accountMaintenance: Pick<AccountMaintenance, "work" | "unconfirmed">;
  /** Whether codes can be texted. */
  sendsTexts: boolean;
}): Superadmins {
  const { db, pools, accountMaintenance, sendsTexts } = parts;
  const { pool, userPoolId: poolId } = pools.current;
  const { work } = accountMaintenance;
  const { releaseEmail } = accountMaintenance.unconfirmed;
  const stored = superadminsRepository(db);
  const emailTaken = (): AppError => new AppError("username_already_exists");
  return {
    exist: stored.exist,
    create: async (person, write) => {
      if (sendsTexts && person.phoneNumber === null) throw phoneMissing();
      const usesCodes = sendsTexts;
      await releaseEmail(person.email);
      return work.createAccount(person.email, emailTaken, async (deleteNote) => {
        if ((await stored.find(person.email)) !== null) throw emailTaken();
        const verified = { emailVerified: true, phoneNumberVerified: person.phoneNumber !== null };
        const sub = await pool.adopt({ ...person, ...verified }, { kind: "chosen", text: person.password });
        if (usesCodes) await pool.enableSmsMfa(sub);
        return write.commit(async (trx) => {
          const row = await stored.insert(trx, person, { pool: poolId, sub, usesCodes });
          await deleteNote(trx);
          const changes = [{ field: "is_superadmin", before: false, after: true }];
          return { content: { created: true }, records: [recordOf("create", row, person.email, changes)] };
        });
      });
    },
    resetMfa: async (email, write) => {
      const account = await pool.find(email);
      if (account === null) throw new AppError("user_not_found");
      return work.serially(email, async () => {
        await work.finish(email);
        const content = await write.commit(async (trx) => {
          const row = await stored.loseSecondFactor(trx, email);
          const fields = ["secondFactorReset" as const];
          await work.noteWork(trx, { email, work: "follow", account: { pool: poolId, sub: account.sub }, fields });
          const changes = [{ field: "mfa_enabled", before: account.mfaEnabled, after: false }];
          return { content: { reset: true }, records: [recordOf("credentials_reset", row, email, changes)] };
        });
        await work.finish(email);
        return content;
      });
    },
  };
}

function phoneMissing(): AppError {
  const { message } = new AppError("phone_number_required");
  return new AppError("phone_number_required", {
    details: [{ path: "phone_number", code: "phone_number_required", message }],
  });
}

/** The actor on the machine has no account, so the log names the person whose account it is. */
function recordOf(
  action: WriteRecord["action"],
  row: UserRow | null,
  email: string,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  const person = row ? { userId: row.id, email, customerId: row.customerId } : { email };
  return {
    kind: "user",
    action,
    customerId: row?.customerId ?? null,
    entity: { id: row?.id ?? null, name: email },
    changes,
    person,
  };
}
