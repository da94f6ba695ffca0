import { type Kysely, sql } from "kysely";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import type { Database } from "./schema.ts";
import { transaction } from "./transaction.ts";

/** A table that is partitioned by month: `NAME_past`, `NAME_2026_11` …, `NAME_future` (migrations 0012 and 0040). */
export type MonthlyTable = "positions" | "smoothed_positions" | "sightings" | "audit_entries";

/** How many months are made in advance, so that a run that is a month late does no harm. */
const monthsAhead = 2;

/**
 * Makes the months up to two ahead of `nowMs`. Each takes its rows out of the future partition, where a wrong clock or
 * a late run may have put some. Returns the names of the months it made.
 */
export async function makeMonths(db: Kysely<Database>, table: MonthlyTable, nowMs: number): Promise<string[]> {
  const created: string[] = [];
  const last = monthStart(nowMs, monthsAhead);
  for (;;) {
    const name = await nextMonth(db, table, last);
    if (name === null) break;
    created.push(name);
  }
  // Nothing else gathers statistics of the whole table, which queries over its parts need.
  if (created.length > 0) await sql`analyze ${sql.table(table)}`.execute(db);
  return created;
}

/** Makes the month after the last existing one, unless that is beyond `last`. */
function nextMonth(db: Kysely<Database>, table: MonthlyTable, last: Date): Promise<string | null> {
  return transaction(db, async (trx) => {
    const future = `${table}_future`;
    // Only one process does this at a time, and nobody writes into the future partition meanwhile.
    await sql`lock table ${sql.table(table)} in share update exclusive mode`.execute(trx);
    const months = await monthsOf(trx, table);
    const from = months.at(-1)?.to ?? monthStart(last.getTime(), -monthsAhead);
    if (from > last) return null;
    const to = monthStart(from.getTime(), 1);
    const name = `${table}_${from.toISOString().slice(0, 7).replace("-", "_")}`;
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(future)}`.execute(trx);
    await sql`create table ${sql.table(name)} partition of ${sql.table(table)}
      for values from (${literal(from)}) to (${literal(to)})`.execute(trx);
    await sql`with due as (delete from ${sql.table(future)} where ts < ${to} returning *)
      insert into ${sql.table(name)} select * from due`.execute(trx);
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(future)}
      for values from (${literal(to)}) to (maxvalue)`.execute(trx);
    return name;
  });
}

/**
 * Drops the months that ended before `beforeMs`, and empties the past partition once all of it is older. `stays` names
 * a column that says until when a row is valid; rows that are valid for longer move to the past partition. Returns the
 * names of the months it dropped.
 */
export async function dropMonths(
  db: Kysely<Database>,
  table: MonthlyTable,
  beforeMs: number,
  stays: "end_ts" | null,
): Promise<string[]> {
  const before = new Date(beforeMs);
  const dropped: string[] = [];
  for (;;) {
    const name = await dropOldest(db, table, before, stays);
    if (name === null) return dropped;
    dropped.push(name);
  }
}

function dropOldest(
  db: Kysely<Database>,
  table: MonthlyTable,
  before: Date,
  stays: "end_ts" | null,
): Promise<string | null> {
  return transaction(db, async (trx) => {
    const past = `${table}_past`;
    await sql`lock table ${sql.table(table)} in share update exclusive mode`.execute(trx);
    const [oldest] = await monthsOf(trx, table);
    if (oldest === undefined || oldest.to > before) return null;
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(past)}`.execute(trx);
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(oldest.name)}`.execute(trx);
    // Everything in the past partition is older than what is dropped.
    await keepHolding(trx, past, past, before, stays);
    await keepHolding(trx, oldest.name, past, before, stays);
    await sql`drop table ${sql.table(oldest.name)}`.execute(trx);
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(past)}
      for values from (minvalue) to (${literal(oldest.to)})`.execute(trx);
    return oldest.name;
  });
}

/** Moves the rows of `from` that are still valid to `to` and deletes the others. */
async function keepHolding(
  trx: Kysely<Database>,
  from: string,
  to: string,
  before: Date,
  stays: "end_ts" | null,
): Promise<void> {
  if (stays === null) {
    await sql`truncate ${sql.table(from)}`.execute(trx);
    return;
  }
  const holding = sql`select * from ${sql.table(from)} where ${sql.ref(stays)} >= ${before}`;
  await sql`create temporary table holding on commit drop as ${holding}`.execute(trx);
  await sql`truncate ${sql.table(from)}`.execute(trx);
  await sql`insert into ${sql.table(to)} select * from holding`.execute(trx);
  await sql`drop table holding`.execute(trx);
}

/** Smaller parts are not worth it, and parts with more rows are still in use; bytes, and rows. */
const shrinkableBytes = 4 * 1024 * 1024;
const maxRemaining = 1_000_000;
/** What a row takes at most, with its indexes, bytes. */
const rowBytes = 500;
/** Others wait behind whoever waits for a part, so this waits only for so long, ms. */
const lockMs = 2_000;

/**
 * Gives back the space of parts older than `beforeMs`, and of the past part, if most of their rows were deleted: what is left is written anew. A part
 * that is being read for long is left for another time. Returns the names of those it has written.
 */
export async function shrinkMonths(db: Kysely<Database>, table: MonthlyTable, beforeMs: number): Promise<string[]> {
  const old = (await monthsOf(db, table)).filter(({ to }) => to.getTime() <= beforeMs).map(({ name }) => name);
  const shrunk: string[] = [];
  for (const name of [`${table}_past`, ...old])
    if ((await isMostlyEmpty(db, name)) && (await rewrite(db, name))) shrunk.push(name);
  return shrunk;
}

async function isMostlyEmpty(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows: sizes } = await sql<{ bytes: number }>`
    select pg_total_relation_size(${name}::regclass)::float8 as bytes`.execute(db);
  const { bytes } = sizes[0]!;
  if (bytes < shrinkableBytes) return false;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${sql.table(name)} limit ${maxRemaining}) as counted`.execute(db);
  return rows[0]!.count < maxRemaining && rows[0]!.count * rowBytes < bytes / 2;
}

/** False: it is in use. */
async function rewrite(db: Kysely<Database>, name: string): Promise<boolean> {
  try {
    await transaction(db, async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(trx);
      const { rows } = await sql<{ key: string }>`
        select indexrelid::regclass::text as key from pg_index where indrelid = ${name}::regclass and indisprimary`.execute(
        trx,
      );
      // Unlike truncate, this leaves a transaction that began before, such as a backup's, what it sees.
      await sql`cluster ${sql.table(name)} using ${sql.raw(rows[0]!.key)}`.execute(trx);
    });
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable || (error as { code?: string }).code === lockNotAvailable) return false;
    throw error;
  }
}

/** PostgreSQL's code for a lock that did not come in time. */
const lockNotAvailable = "55P03";

interface Month {
  name: string;
  to: Date;
}

/** The existing months, oldest first. */
async function monthsOf(db: Kysely<Database>, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$' order by c.relname`.execute(db);
  return rows.map(({ name }) => {
    const [year, month] = [Number(name.slice(-7, -3)), Number(name.slice(-2))];
    return { name, to: new Date(Date.UTC(year, month)) };
  });
}

/** The start of the month (UTC) this many months after that of a moment. */
function monthStart(ms: number, months: number): Date {
  const at = new Date(ms);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
}

/** A statement that creates or alters a table cannot take parameters. */
const literal = (at: Date) => sql.lit(at.toISOString());
