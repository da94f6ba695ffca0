import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** The column that decides whether a row is too old. */
export type TimeColumn = "ts" | "at" | "last_heard_at" | "requested_at" | "created_at" | "made_at" | "sent_at";

/** Rows of a table that are older than a moment. */
export interface OldRows {
  table: string;
  column: TimeColumn;
  before: Date;
  /** Another column that must be before that moment. */
  ended: "end_ts" | null;
}

const hasEnded = ({ ended, before }: OldRows): RawBuilder<unknown> =>
  ended === null ? sql`` : sql`and ${sql.ref(ended)} < ${before}`;

/** The time of the oldest of these rows; null: there is none. */
export async function oldestOf(db: Kysely<Database>, of: OldRows): Promise<Date | null> {
  const at = sql.ref(of.column);
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(${at}) as oldest from ${sql.table(of.table)} where ${at} < ${of.before} ${hasEnded(of)}`.execute(db);
  return rows[0]?.oldest ?? null;
}

/** Deletes these rows between two moments and returns their number. */
export async function deleteBetween(db: Kysely<Database>, of: OldRows, start: Date, end: Date): Promise<number> {
  const at = sql.ref(of.column);
  const result = await sql`
    delete from ${sql.table(of.table)} where ${at} >= ${start} and ${at} < ${end} ${hasEnded(of)}`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
