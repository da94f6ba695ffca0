import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";
import { transaction } from "./transaction.ts";

/**
 * Whoever appends to `events` holds this lock from before its first number to its commit. Any number that no other lock
 * uses.
 */
export const appendingLock = 7_285_011;

/**
 * Closes the part of `events` that is written to if its first event is of an earlier month (UTC): what comes from now
 * on goes into a new one. Parts are split by the number that readers follow (migration 0041), so one contains about a
 * month. Returns the new part's name; null: it is not time yet.
 */
export function closeEventPart(db: Kysely<Database>, nowMs: number): Promise<string | null> {
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${appendingLock})`.execute(trx);
    const open = (await partsOf(trx)).at(-1)!;
    const { rows } = await sql<{ begun: Date | null; newest: number }>`
      select (select at from ${sql.table(open.name)} order by seq limit 1) as begun,
        coalesce(max(seq), 0)::float8 as newest from ${sql.table(open.name)}`.execute(trx);
    const { begun, newest } = rows[0]!;
    if (begun === null || monthOf(begun) >= monthOf(new Date(nowMs))) return null;
    const next = partFrom(newest + 1);
    await sql`alter table events detach partition ${sql.table(open.name)}`.execute(trx);
    await sql`alter table events attach partition ${sql.table(open.name)}
      for values from (${sql.lit(open.from)}) to (${sql.lit(next.from)})`.execute(trx);
    await sql`create table ${sql.table(next.name)} partition of events
      for values from (${sql.lit(next.from)}) to (maxvalue)`.execute(trx);
    await sql`analyze events`.execute(trx);
    return next.name;
  });
}

/** Drops the closed parts whose events are all from before `beforeMs`, and returns their names. */
export function dropEventParts(db: Kysely<Database>, beforeMs: number): Promise<string[]> {
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${appendingLock})`.execute(trx);
    const dropped: string[] = [];
    for (const { name } of (await partsOf(trx)).slice(0, -1)) {
      const { rows } = await sql<{ newest: Date | null }>`select max(at) as newest from ${sql.table(name)}`.execute(
        trx,
      );
      const newest = rows[0]?.newest ?? null;
      if (newest !== null && newest.getTime() >= beforeMs) break;
      await sql`drop table ${sql.table(name)}`.execute(trx);
      dropped.push(name);
    }
    return dropped;
  });
}

/** Longer than a part that was closed in time can be. */
const longMs = 63 * 24 * 3600_000;

/** The first part, if it contains the events from before there were parts: far more than a month. */
export async function longEventPart(db: Kysely<Database>): Promise<string | null> {
  const { name } = (await partsOf(db))[0]!;
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    select min(at) as oldest, max(at) as newest from ${sql.table(name)}`.execute(db);
  const { oldest, newest } = rows[0]!;
  return oldest !== null && newest !== null && newest.getTime() - oldest.getTime() > longMs ? name : null;
}

interface EventPart {
  name: string;
  /** Its first number. */
  from: number;
}

const partFrom = (from: number): EventPart => ({ name: `events_from_${from}`, from });

/** The existing parts, oldest first; the last one is written to. */
async function partsOf(db: Kysely<Database>): Promise<EventPart[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass`.execute(db);
  return rows.map(({ name }) => partFrom(Number(name.split("_").at(-1)))).toSorted((a, b) => a.from - b.from);
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
