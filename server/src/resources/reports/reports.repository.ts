import { type Kysely, type Selectable, sql } from "kysely";
import { readPage, window } from "../../platform/database/listing.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { ReportsTable } from "../../platform/database/tables/reports.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type StoredReport = Selectable<ReportsTable>;
/** With its site's name. */
export type ListedReport = StoredReport & { site_name: string };
export type ReportsRepository = ReturnType<typeof reportsRepository>;

/** Which reports are listed. */
export interface ReportsQuery {
  siteId?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** What becomes of a report that nobody writes any more. */
export type ReportEnd = Partial<
  Pick<
    StoredReport,
    | "state"
    | "progress"
    | "row_count"
    | "file_name"
    | "file_size"
    | "expires_at"
    | "completed_at"
    | "next_try_at"
    | "reason"
    | "attempts"
  >
>;

/** @param db a transaction's handle shows what it has written */
export function reportsRepository(db: Kysely<Database>) {
  const listed = () =>
    db
      .selectFrom("reports as r")
      .innerJoin("sites as s", "s.id", "r.site_id")
      .selectAll("r")
      .select("s.name as site_name");
  return {
    /** Somebody's, of the sites that they may enter. */
    of: async ({ userId, isSuperadmin, customerId, siteIds }: Viewer, query: ReportsQuery) => {
      const page = window(query, "list");
      const matching = db
        .selectFrom("reports as r")
        .innerJoin("sites as s", "s.id", "r.site_id")
        .where("r.user_id", "=", userId)
        .$if(!isSuperadmin, (rows) => rows.where("r.customer_id", "=", customerId))
        .$if(!isSuperadmin && siteIds !== null, (rows) =>
          rows.where("r.site_id", "=", sql<string>`any(${arrayOf("uuid", [...siteIds!], (id) => id)})`),
        )
        .$if(query.siteId !== undefined, (rows) => rows.where("r.site_id", "=", query.siteId!));
      const { rows, metadata } = await readPage(
        matching,
        (total) =>
          matching
            .selectAll("r")
            .select(["s.name as site_name", total])
            .orderBy("r.requested_at", "desc")
            .orderBy("r.id", "desc"),
        page,
      );
      return { rows, metadata };
    },

    find: (id: string): Promise<ListedReport | undefined> => listed().where("r.id", "=", id).executeTakeFirst(),

    byLinkHash: (hash: string): Promise<ListedReport | undefined> =>
      listed()
        .where(sql<boolean>`r.link_hashes @> ${arrayOf("text", [hash], (one) => one)}`)
        .executeTakeFirst(),

    insert: async (
      trx: WriteTransaction,
      report: Pick<
        StoredReport,
        | "id"
        | "kind"
        | "customer_id"
        | "site_id"
        | "user_id"
        | "user_email"
        | "start_at"
        | "end_at"
        | "zone"
        | "is_newest_first"
        | "is_split"
        | "sees_elevation"
        | "requested_at"
      >,
    ): Promise<void> => {
      await trx
        .insertInto("reports")
        .values({ ...report, next_try_at: report.requested_at })
        .execute();
    },

    /** False: it had ended before. */
    cancel: async (trx: WriteTransaction, id: string, at: Date): Promise<boolean> => {
      const { numUpdatedRows } = await trx
        .updateTable("reports")
        .set({ state: "cancelled", completed_at: at, claimed_until: null })
        .where("id", "=", id)
        .where("state", "in", ["queued", "running"])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    remove: async (trx: WriteTransaction, id: string): Promise<void> => {
      await trx.deleteFrom("reports").where("id", "=", id).execute();
    },

    /** The next report whose turn it is, claimed until then. If an earlier claim has run out, its process died. */
    claim: async (now: Date, until: Date): Promise<StoredReport | undefined> =>
      db
        .updateTable("reports")
        .set({
          state: "running",
          progress: 0,
          claimed_until: until,
          attempts: sql`attempts + 1`,
        })
        .where("id", "=", (eb) =>
          eb
            .selectFrom("reports")
            .select("id")
            .where("next_try_at", "<=", now)
            .where((or) =>
              or.or([or("state", "=", "queued"), or.and([or("state", "=", "running"), or("claimed_until", "<", now)])]),
            )
            .orderBy("requested_at")
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),

    /** False: somebody has cancelled or deleted it, or another process has taken it over. */
    heartbeat: async (id: string, attempt: number, progress: number, until: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable("reports")
        .set({ progress, claimed_until: until })
        .where("id", "=", id)
        .where("state", "=", "running")
        .where("attempts", "=", attempt)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** False as with `heartbeat`. */
    end: async ({ id, attempts }: Pick<StoredReport, "id" | "attempts">, end: ReportEnd): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable("reports")
        .set({ ...end, claimed_until: null })
        .where("id", "=", id)
        .where("state", "=", "running")
        .where("attempts", "=", attempts)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** The reports whose files are to be deleted now. */
    expire: async (now: Date): Promise<string[]> => {
      const rows = await db
        .updateTable("reports")
        .set({ expires_at: null, link_hashes: sql`'{}'` })
        .where("expires_at", "<=", now)
        .returning("id")
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
