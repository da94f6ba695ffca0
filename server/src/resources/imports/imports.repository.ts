import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { ImportsTable } from "../../platform/database/tables/things.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { trackerIdOf } from "./assetTrackers.repository.ts";
import type { Cells } from "./ImportKind.ts";

/** An import without its rows, which may be many. */
export type StoredImport = Omit<Selectable<ImportsTable>, "file_rows" | "claimed_until" | "is_undoing">;
/** One that this process works on. */
export type ClaimedImport = StoredImport & Pick<Selectable<ImportsTable>, "file_rows">;
type Report = StoredImport["report"];

/** A process that was killed keeps others away for this long; checking the largest file takes less. */
const claimS = 5 * 60;
const claimEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${claimS})`;

export type ImportsRepository = ReturnType<typeof importsRepository>;

const columns = [
  "id",
  "kind",
  "customer_id",
  "site_id",
  "filename",
  "state",
  "total",
  "created",
  "report",
  "requested_by",
  "created_at",
] as const;
const tables = { asset: "assets", tracker: "trackers", hardware: "hardwares" } as const;
/** Which end of a link each of them is; a gateway has none. */
const linkEnds = { asset: "asset_id", tracker: "tracker_id", hardware: null } as const;

export function importsRepository(db: Kysely<Database>) {
  /** Whether all of these things are as the import left them: not edited, not deleted, not linked anew. */
  const isUntouched = async (kind: StoredImport["kind"], ids: readonly string[], since: Date): Promise<boolean> => {
    const table = sql.table(tables[kind]);
    const end = linkEnds[kind];
    const isLinkedAnew =
      end === null
        ? sql`false`
        : sql`exists (select from links l where l.${sql.ref(end)} = n.id
              and (l.linked_at <> ${since} or l.unlinked_at is not null))`;
    const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from unnest(${arrayOf("uuid", ids, (id) => id)}) as n (id)
        join ${table} as x on x.id = n.id and x.version = 1 and x.deleted_at is null
        where not ${isLinkedAnew}`.execute(db);
    if (rows[0]!.count < ids.length) return false;
    if (kind !== "asset") return true;
    const { rows: edited } = await sql`select from trackers where id = any(${arrayOf("uuid", ids, trackerIdOf)})
      and (version > 1 or deleted_at is not null) limit 1`.execute(db);
    return edited.length === 0;
  };
  return {
    find: (id: string): Promise<StoredImport | undefined> =>
      db.selectFrom("imports").select(columns).where("id", "=", id).executeTakeFirst(),

    /** The files that wait for their turn. */
    running: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom("imports")
        .select("id")
        .where("state", "=", "running")
        .orderBy("created_at")
        .execute();
      return rows.map(({ id }) => id);
    },

    insert: async (trx: WriteTransaction, row: StoredImport & { file_rows: readonly Cells[] }): Promise<void> => {
      const { file_rows, report, ...rest } = row;
      await trx
        .insertInto("imports")
        .values({ ...rest, file_rows: JSON.stringify(file_rows), report: JSON.stringify(report) })
        .execute();
    },

    /** Keeps others away from a file that waits. Undefined: it is done, or another process is working on it. */
    claim: (id: string): Promise<ClaimedImport | undefined> =>
      db
        .updateTable("imports")
        .set({ claimed_until: claimEnd })
        .where("id", "=", id)
        .where("state", "=", "running")
        .where(sql<boolean>`coalesce(claimed_until <= clock_timestamp(), true)`)
        .returning([...columns, "file_rows"])
        .executeTakeFirst(),

    release: async (id: string): Promise<void> => {
      await db.updateTable("imports").set({ claimed_until: null }).where("id", "=", id).execute();
    },

    /** Counts what a turn makes, and keeps others away for longer. */
    advance: async (trx: WriteTransaction, id: string, createdRows: number): Promise<void> => {
      await trx
        .updateTable("imports")
        .set({ created: sql`created + ${createdRows}`, claimed_until: claimEnd })
        .where("id", "=", id)
        .where("state", "=", "running")
        .returning("id")
        .executeTakeFirstOrThrow();
    },

    noteFaults: async (id: string, { faults, checked }: Extract<Report, { faults: unknown }>): Promise<void> => {
      await db
        .updateTable("imports")
        .set({ report: JSON.stringify({ faults, checked }), claimed_until: claimEnd })
        .where("id", "=", id)
        .execute();
    },

    /** Those of these ids that exist. */
    existing: async (kind: StoredImport["kind"], ids: readonly string[]): Promise<Set<string>> => {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(tables[kind])}
        where id = any(${arrayOf("uuid", ids, (id) => id)})`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },

    /** Locks one that may be undone. */
    lock: (trx: WriteTransaction, id: string): Promise<StoredImport | undefined> =>
      trx.selectFrom("imports").select(columns).where("id", "=", id).forUpdate().executeTakeFirst(),

    end: async (
      trx: WriteTransaction,
      id: string,
      { report, ...end }: { state: "done" | "refused" | "undone"; created: number; report?: Report },
    ): Promise<void> => {
      await trx
        .updateTable("imports")
        .set({ ...end, file_rows: "[]", ...(report === undefined ? {} : { report: JSON.stringify(report) }) })
        .where("id", "=", id)
        .execute();
    },

    /**
     * Marks an import as being undone; an interrupted undoing continues where it stopped.
     * @returns the ids of what it has made; null if somebody has edited, deleted or linked some of it, or if it is not
     * done
     */
    beginUndo: async (id: string): Promise<string[] | null> => {
      const stored = await db
        .selectFrom("imports")
        .select([...columns, "is_undoing"])
        .where("id", "=", id)
        .where("state", "=", "done")
        .executeTakeFirst();
      if (!stored || !("ids" in stored.report)) return null;
      // What a thing was before nobody knows.
      if (stored.report.ids.some(({ changed }) => changed === true)) return null;
      const ids = stored.report.ids.filter(({ made }) => made).map((each) => each.id);
      if (!stored.is_undoing && !(await isUntouched(stored.kind, ids, stored.created_at))) return null;
      await db.updateTable("imports").set({ is_undoing: true }).where("id", "=", id).execute();
      return ids;
    },

    /** Deletes what an import made, with its links. */
    remove: async (
      trx: WriteTransaction,
      kind: StoredImport["kind"],
      ids: readonly string[],
      { by, at }: { by: string; at: Date },
    ): Promise<void> => {
      const these = sql`any(${arrayOf("uuid", ids, (id) => id)})`;
      const end = linkEnds[kind];
      if (end !== null)
        await sql`update links set unlinked_at = ${at}, unlinked_by = ${by}
          where ${sql.ref(end)} = ${these} and unlinked_at is null`.execute(trx);
      const remove = async (table: string, all: RawBuilder<unknown>): Promise<void> => {
        if (table === "trackers") await sql`delete from tracker_identities where tracker_id = ${all}`.execute(trx);
        await sql`update ${sql.table(table)} set deleted_at = now(), version = version + 1, updated_at = now()
          where id = ${all} and deleted_at is null`.execute(trx);
      };
      await remove(tables[kind], these);
      if (kind === "asset") await remove("trackers", sql`any(${arrayOf("uuid", ids, trackerIdOf)})`);
    },
  };
}
