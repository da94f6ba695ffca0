import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isMailFree, laterLease, newMailLease, noMailLease } from "../../platform/database/mailLease.ts";

/** A report whose mail this process sends. */
export interface ClaimedMail {
  id: string;
  mail_lease: string;
}

export type ReportMailsRepository = ReturnType<typeof reportMailsRepository>;

/** The mails of reports that are done. Each has one sender at a time. */
export function reportMailsRepository(db: Kysely<Database>) {
  const own = ({ id, mail_lease: lease }: ClaimedMail) =>
    db.updateTable("reports").where("id", "=", id).where("mail_lease", "=", lease);
  return {
    /** Claims a report that is done and whose mail is due and nobody's; undefined: there is none. */
    claim: async (now: Date): Promise<ClaimedMail | undefined> => {
      const lease = newMailLease();
      const claimed = await db
        .updateTable("reports")
        .set(lease)
        .where("id", "=", (eb) =>
          eb
            .selectFrom("reports")
            .select("id")
            .where("state", "=", "done")
            .where("mailed_at", "is", null)
            .where("mail_reason", "is", null)
            .where("next_try_at", "<=", now)
            .where("expires_at", ">", now)
            .where(isMailFree)
            .orderBy("completed_at")
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning("id")
        .executeTakeFirst();
      return claimed && { id: claimed.id, mail_lease: lease.mail_lease };
    },

    /** Its sender is still at work. False: another process has claimed it, or the report is gone. */
    extend: async (mail: ClaimedMail): Promise<boolean> =>
      (await own(mail).set(laterLease()).executeTakeFirst()).numUpdatedRows > 0n,

    /** Adds the link of one more mail. */
    addLink: async (id: string, hash: string): Promise<void> => {
      await db
        .updateTable("reports")
        .set({ link_hashes: sql`array_append(link_hashes, ${hash}::text)` })
        .where("id", "=", id)
        .execute();
    },

    /** It is sent, whoever else has claimed it since. */
    sent: async ({ id }: ClaimedMail, at: Date): Promise<void> => {
      await db
        .updateTable("reports")
        .set({ mailed_at: at, ...noMailLease })
        .where("id", "=", id)
        .execute();
    },

    /** It is tried again, unless another process has claimed it. */
    later: async (mail: ClaimedMail, at: Date): Promise<void> => {
      const failed = { next_try_at: at, mail_attempts: sql<number>`mail_attempts + 1` };
      await own(mail)
        .set({ ...failed, ...noMailLease })
        .execute();
    },

    /** It is given up; the report's file stays. */
    giveUp: async (mail: ClaimedMail, reason: string): Promise<void> => {
      await own(mail)
        .set({ mail_reason: reason, ...noMailLease })
        .execute();
    },
  };
}
