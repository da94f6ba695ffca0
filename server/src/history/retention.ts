import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import { dropMonths, makeMonths, type MonthlyTable } from "../adapters/database/months.ts";
import type { Database } from "../adapters/database/schema.ts";
import { deleteBetween, oldestOf, type TimeColumn } from "./retention.repository.ts";

export interface Retention {
  /** Deletes what is too old. Rejects when the database refuses. */
  sweep(signal?: AbortSignal): Promise<void>;
  /** Makes the partitions of the coming months. */
  makeMonths(): Promise<void>;
}

/** Days for which each kind is kept. */
export interface Keep {
  sightingsDay: number;
  positionsDay: number;
  eventsDay: number;
  auditDay: number;
}

const dayMs = 24 * 3_600_000;
/** Messages that were sent, and the answers kept for repeated requests. */
const outboxDay = 30;
const idempotencyDay = 1;
/** A time window grows when it holds fewer rows and shrinks when it holds more, so that no delete takes long. */
const fewRows = 2_000;
const manyRows = 20_000;

const monthly: readonly (keyof Database)[] = [
  "positions",
  "smoothed_positions",
  "sightings",
  "audit_entries",
] satisfies MonthlyTable[];
const isMonthly = (table: keyof Database): table is MonthlyTable => monthly.includes(table);

/**
 * Deletes what was kept long enough (PULSE_KEEP_…_DAY): whole months if possible, the rest in small deletes that let
 * other statements through.
 */
export function retention(parts: {
  db: Kysely<Database>;
  keep: Keep;
  now: () => number;
  log: Pick<BaseLogger, "info">;
}): Retention {
  const { db, keep, now, log } = parts;
  const kinds: [table: keyof Database, column: TimeColumn, keptDay: number][] = [
    ["positions", "ts", keep.positionsDay],
    ["smoothed_positions", "ts", keep.positionsDay],
    ["sightings", "ts", keep.sightingsDay],
    ["heard", "last_heard_at", keep.sightingsDay],
    ["telemetry", "ts", keep.positionsDay],
    ["device_requests", "requested_at", keep.eventsDay],
    ["reports", "requested_at", keep.eventsDay],
    ["events", "at", keep.eventsDay],
    ["audit_entries", "ts", keep.auditDay],
    ["outbox", "sent_at", outboxDay],
    ["idempotency_keys", "created_at", idempotencyDay],
  ];
  return {
    async sweep(signal) {
      for (const [table, column, keptDay] of kinds) {
        const beforeMs = now() - keptDay * dayMs;
        const months = isMonthly(table) ? await dropMonths(db, table, beforeMs, staysIn(table)) : [];
        const deleted = await deleteBefore(db, table, column, beforeMs, signal);
        if (months.length + deleted > 0)
          log.info({ table, months, rows: deleted, keptDay }, "Deleted what was kept long enough");
      }
    },
    async makeMonths() {
      for (const table of monthly.filter(isMonthly)) {
        const months = await makeMonths(db, table, now());
        if (months.length > 0) log.info({ table, months }, "Made the months ahead");
      }
    },
  };
}

/** A stay is deleted by when it ended, not by when it began. */
const staysIn = (table: keyof Database): "end_ts" | null => (table === "positions" ? "end_ts" : null);

/** Goes from the oldest row to the limit, one window of time after the other. */
async function deleteBefore(
  db: Kysely<Database>,
  table: keyof Database,
  column: TimeColumn,
  beforeMs: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const old = { table, column, before: new Date(beforeMs), ended: staysIn(table) };
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
