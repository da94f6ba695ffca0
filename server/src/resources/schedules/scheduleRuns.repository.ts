import { type Insertable, type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { DigestMailsTable, ReportsTable } from "../../platform/database/tables/reports.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { isMailFree, laterLease, newMailLease, noMailLease } from "../../platform/database/mailLease.ts";
import { peopleOf, type StoredSchedule } from "./schedules.repository.ts";

export type DigestMail = Pick<DigestMailsTable, "id" | "to" | "subject" | "text"> & {
  attempts: number;
  mail_lease: string | null;
};
export type ScheduleRuns = ReturnType<typeof scheduleRunsRepository>;

/** What a run makes. */
export interface CreatedRun {
  reports: Insertable<ReportsTable>[];
  mails: Insertable<DigestMailsTable>[];
}

/** The runs of schedules and the mails of digests, claimed one at a time. */
export function scheduleRunsRepository(db: Kysely<Database>) {
  const ownMail = ({ id, mail_lease: lease }: DigestMail) =>
    db.updateTable("digest_mails").where("id", "=", id).where("mail_lease", "=", lease);
  return {
    due: (now: Date): Promise<StoredSchedule[]> =>
      db.selectFrom("report_schedules").selectAll().where("next_at", "<=", now).orderBy("next_at").execute(),

    people: (schedule: StoredSchedule) => peopleOf(db, schedule.customer_id, schedule.recipients),

    /**
     * Takes a run with what it makes, all or nothing. False: another process has taken it, or somebody has changed the
     * schedule.
     */
    claim: (
      { id, next_at: due, version }: StoredSchedule,
      run: { last_at: Date; next_at: Date; covered_to: Date },
      { reports, mails }: CreatedRun,
    ): Promise<boolean> =>
      transaction(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("report_schedules")
          .set(run)
          .where("id", "=", id)
          .where("next_at", "=", due)
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (reports.length > 0) await trx.insertInto("reports").values(reports).execute();
        if (mails.length > 0) await trx.insertInto("digest_mails").values(mails).execute();
        return true;
      }),

    /** Claims a mail that is due and nobody's; undefined: there is none. */
    claimMail: async (now: Date): Promise<DigestMail | undefined> =>
      db
        .updateTable("digest_mails")
        .set(newMailLease())
        .where("id", "=", (eb) =>
          eb
            .selectFrom("digest_mails")
            .select("id")
            .where("mailed_at", "is", null)
            .where("reason", "is", null)
            .where("next_try_at", "<=", now)
            .where(isMailFree)
            .orderBy("next_try_at")
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning(["id", "to", "subject", "text", "attempts", "mail_lease"])
        .executeTakeFirst(),

    /** Its sender is still at work. False: another process has claimed it, or it is gone. */
    extendMail: async (mail: DigestMail): Promise<boolean> =>
      (await ownMail(mail).set(laterLease()).executeTakeFirst()).numUpdatedRows > 0n,

    /** It is sent, whoever else has claimed it since. */
    mailed: async (id: string, at: Date): Promise<void> => {
      await db
        .updateTable("digest_mails")
        .set({ mailed_at: at, ...noMailLease })
        .where("id", "=", id)
        .execute();
    },
    mailLater: async (mail: DigestMail, at: Date): Promise<void> => {
      const failed = { next_try_at: at, attempts: sql<number>`attempts + 1` };
      await ownMail(mail)
        .set({ ...failed, ...noMailLease })
        .execute();
    },
    giveUp: async (mail: DigestMail, reason: string): Promise<void> => {
      await ownMail(mail)
        .set({ reason, ...noMailLease })
        .execute();
    },

    /** Deletes the mails of runs before then, sent or not: their content is too old. */
    deleteMailsBefore: async (before: Date): Promise<void> => {
      await db.deleteFrom("digest_mails").where("run_at", "<", before).execute();
    },
  };
}
