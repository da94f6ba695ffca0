import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import { closeEventPart, dropEventParts, longEventPart } from "../../platform/database/eventParts.ts";
import { dropMonths, makeMonths, type MonthlyTable } from "../../platform/database/months.ts";
import type { Database } from "../../platform/database/schema.ts";
import { deleteBetween, oldestOf, type OldRows, type TimeColumn } from "./retention.repository.ts";

export interface Retention {
  /** Deletes what is too old. Rejects when the database refuses. */
  sweep(signal?: AbortSignal): Promise<void>;
  /** Makes the partitions of the coming months. */
  makeMonths(): Promise<void>;
}

/** Days for which each kind is kept. */
export interface RetentionDays {
  sightingsDay: number;
  positionsDay: number;
  eventsDay: number;
  auditDay: number;
}

const dayMs = 24 * 3_600_000;
/** Messages that were sent, and the answers kept for repeated requests. */
const outboxDay = 30;
const idempotencyDay = 1;
/** For how long the positions of an outage may be made again. */
const backfillDay = 1;
/** A time window grows when it contains fewer rows and shrinks when it contains more, so that no delete takes long. */
const fewRows = 2_000;
const manyRows = 20_000;

/**
 * Deletes what was kept long enough (PULSE_KEEP_…_DAY). Tables that grow with time lose whole months, once all of a
 * month is old, and never single rows. The rest is little, and is deleted in small steps that let other statements
 * through; so is what was there before there were months.
 */
export function retention(parts: {
  db: Kysely<Database>;
  days: RetentionDays;
  now: () => number;
  log: Pick<BaseLogger, "info">;
}): Retention {
  const { db, days, now, log } = parts;
  const monthly: [table: MonthlyTable, keptDay: number][] = [
    ["positions", days.positionsDay],
    ["smoothed_positions", days.positionsDay],
    ["sightings", days.sightingsDay],
    ["audit_entries", days.auditDay],
  ];
  const byRow: [table: keyof Database, column: TimeColumn, keptDay: number][] = [
    ["heard", "last_heard_at", days.sightingsDay],
    ["telemetry", "ts", days.positionsDay],
    ["device_requests", "requested_at", days.eventsDay],
    ["reports", "requested_at", days.eventsDay],
    ["outbox", "sent_at", outboxDay],
    ["past_made", "made_at", backfillDay],
    ["idempotency_keys", "created_at", idempotencyDay],
  ];
  const limitMs = (keptDay: number): number => now() - keptDay * dayMs;
  const logDeleted = (table: string, keptDay: number, deleted: { months: string[] } | { rows: number }): void =>
    log.info({ table, keptDay, ...deleted }, "Deleted what was kept long enough");
  const deleteRows = async (
    table: string,
    column: TimeColumn,
    keptDay: number,
    signal: AbortSignal | undefined,
    ended: "end_ts" | null = null,
  ): Promise<void> => {
    const rows = await deleteBefore(db, { table, column, ended, before: new Date(limitMs(keptDay)) }, signal);
    if (rows > 0) logDeleted(table, keptDay, { rows });
  };
  return {
    async sweep(signal) {
      for (const [table, keptDay] of monthly) {
        const months = await dropMonths(db, table, limitMs(keptDay), staysIn(table));
        if (months.length > 0) logDeleted(table, keptDay, { months });
        await deleteRows(`${table}_past`, "ts", keptDay, signal, staysIn(table));
      }
      const months = await dropEventParts(db, limitMs(days.eventsDay));
      if (months.length > 0) logDeleted("events", days.eventsDay, { months });
      const long = await longEventPart(db);
      if (long !== null) await deleteRows(long, "at", days.eventsDay, signal);
      for (const [table, column, keptDay] of byRow) await deleteRows(table, column, keptDay, signal);
    },
    async makeMonths() {
      const logCreated = (table: string, months: string[]): void =>
        log.info({ table, months }, "Made the months ahead");
      for (const [table] of monthly) {
        const months = await makeMonths(db, table, now());
        if (months.length > 0) logCreated(table, months);
      }
      const part = await closeEventPart(db, now());
      if (part !== null) logCreated("events", [part]);
    },
  };
}

/** A stay's age counts from when it ended, not from when it began. */
const staysIn = (table: MonthlyTable): "end_ts" | null => (table === "positions" ? "end_ts" : null);

/** Goes from the oldest row to the limit, one window of time after the other. */
async function deleteBefore(db: Kysely<Database>, old: OldRows, signal: AbortSignal | undefined): Promise<number> {
  const beforeMs = old.before.getTime();
  let startMs = (await oldestOf(db, old))?.getTime() ?? Infinity;
  let windowMs = 10 * 60_000;
  let deleted = 0;
  while (startMs < beforeMs) {
    signal?.throwIfAborted();
    const endMs = Math.min(startMs + windowMs, beforeMs);
    const rows = await deleteBetween(db, old, new Date(startMs), new Date(endMs));
    deleted += rows;
    if (rows < fewRows) windowMs *= 2;
    else if (rows > manyRows) windowMs /= 2;
    startMs = endMs;
  }
  return deleted;
}
