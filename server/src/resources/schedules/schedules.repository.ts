import type { ReportSchedule } from "@pulse/contract/reportSchedules";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { ReportSchedulesTable } from "../../platform/database/tables/reports.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type StoredSchedule = Selectable<ReportSchedulesTable>;
type Status = NonNullable<ReportSchedule["last"]>["status"];
export type ListedSchedule = StoredSchedule & { last_status: Status };
export type SchedulesRepository = ReturnType<typeof schedulesRepository>;

/** How the last run went. Of the reports and mails that it made, a failed one counts before a waiting one. */
const lastStatus = sql<Status>`(
  with made as (
    select case
      when r.state in ('failed', 'cancelled') or r.mail_reason is not null then 'failed'
      when r.state = 'done' and (r.mailed_at is not null or r.expires_at is null) then 'done'
      else 'running' end as state
    from reports r where r.schedule_id = s.id and r.run_at = s.last_at
    union all
    select case when m.reason is not null then 'failed' when m.mailed_at is not null then 'done' else 'running' end
    from digest_mails m where m.schedule_id = s.id and m.run_at = s.last_at
  )
  select case
    when count(*) = 0 then 'nobody'
    when count(*) filter (where state = 'failed') > 0 then 'failed'
    when count(*) filter (where state = 'running') > 0 then 'running'
    else 'done' end
  from made)`;

/** @param db a transaction's handle shows what it has written */
export function schedulesRepository(db: Kysely<Database>) {
  const listed = () => db.selectFrom("report_schedules as s").selectAll("s").select(lastStatus.as("last_status"));
  return {
    of: (customerId: string): Promise<ListedSchedule[]> =>
      listed()
        .where("s.customer_id", "=", customerId)
        .orderBy(sql`lower(s.name)`)
        .orderBy("s.id")
        .execute(),

    find: (id: string): Promise<ListedSchedule | undefined> => listed().where("s.id", "=", id).executeTakeFirst(),

    insert: async (trx: WriteTransaction, schedule: Insertable<ReportSchedulesTable>): Promise<void> => {
      await trx.insertInto("report_schedules").values(schedule).execute();
    },

    /** The stored row under its lock; undefined: it is gone. */
    lock: (trx: WriteTransaction, id: string): Promise<StoredSchedule | undefined> =>
      trx.selectFrom("report_schedules").selectAll().where("id", "=", id).forUpdate().executeTakeFirst(),

    update: async (trx: WriteTransaction, id: string, values: Updateable<ReportSchedulesTable>): Promise<void> => {
      await trx.updateTable("report_schedules").set(values).where("id", "=", id).execute();
    },

    /** False: it was gone. */
    remove: async (trx: WriteTransaction, id: string): Promise<boolean> => {
      const { numDeletedRows } = await trx.deleteFrom("report_schedules").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** The addresses among these of people of a customer, in lower case. */
    peopleAmong: async (customerId: string, emails: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(
        (await peopleOf(db, customerId, emails))
          .filter(({ customer_id: own }) => own === customerId)
          .map(({ email }) => email.toLowerCase()),
      ),

    /** The sites of a customer: all, or those among these. */
    sitesOf: async (customerId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
      db
        .selectFrom("sites")
        .select(["id", "name"])
        .where("customer_id", "=", customerId)
        .$if(ids.length > 0, (query) => query.where("id", "in", [...ids]))
        .orderBy(sql`lower(name)`)
        .execute(),
  };
}

/** The people with these addresses who may get a customer's reports: its own, and superadmins. */
export function peopleOf(db: Kysely<Database>, customerId: string, emails: readonly string[]) {
  return db
    .selectFrom("users")
    .select(["id", "email", "customer_id"])
    .where((eb) => eb.or([eb("customer_id", "=", customerId), eb("is_superadmin", "=", true)]))
    .where(sql<string>`lower(email)`, "in", emails.length > 0 ? [...emails] : [""])
    .orderBy("id")
    .execute();
}
