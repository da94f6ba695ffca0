import type { Forecast, GrowingKind } from "@pulse/contract/operations";
import type { Config } from "../../platform/config/config.ts";
import type { GrowingTable, OperationsRepository } from "./operations.repository.ts";

const dayMs = 24 * 3_600_000;
/** The last day is sampled at so many moments, since nights differ from days, each for this long at most. */
const samples = 8;
const maxSampleMs = 5 * 60_000;
/** What has come in for less than this says nothing about a day. */
const minSpanMs = 60_000;
/** With fewer rows, empty pages of parts and indexes weigh more than rows. */
const minRows = 10_000;

/** A table's rows, in bytes with indexes, where too few are stored to measure it. */
const usualBytes: Record<GrowingTable["table"], number> = {
  sightings: 190,
  positions: 560,
  smoothed_positions: 190,
  telemetry: 170,
  events: 900,
  audit_entries: 800,
};

interface Kind {
  id: GrowingKind["id"];
  setting: string;
  keepDay: number;
  tables: readonly GrowingTable[];
}

/** What is deleted after a number of days, as `pipeline/history/retention.ts` does it. */
const kindsOf = ({ keep }: Pick<Config, "keep">): Kind[] => [
  {
    id: "sightings",
    setting: "PULSE_KEEP_SIGHTINGS_DAY",
    keepDay: keep.sightingsDay,
    tables: [{ table: "sightings", column: "ts" }],
  },
  {
    id: "positions",
    setting: "PULSE_KEEP_POSITIONS_DAY",
    keepDay: keep.positionsDay,
    tables: [
      { table: "positions", column: "ts" },
      { table: "smoothed_positions", column: "ts" },
    ],
  },
  {
    id: "telemetry",
    setting: "PULSE_KEEP_POSITIONS_DAY",
    keepDay: keep.positionsDay,
    tables: [{ table: "telemetry", column: "ts" }],
  },
  {
    id: "events",
    setting: "PULSE_KEEP_EVENTS_DAY",
    keepDay: keep.eventsDay,
    tables: [{ table: "events", column: "at" }],
  },
  {
    id: "audit",
    setting: "PULSE_KEEP_AUDIT_DAY",
    keepDay: keep.auditDay,
    tables: [{ table: "audit_entries", column: "ts" }],
  },
];

/**
 * Where to look within the last day: all of a short span, otherwise spans spread over it, the last of which ends now.
 * @param firstMs when the first row came
 */
export function sampleSpans(firstMs: number, nowMs: number): { start: Date; end: Date }[] {
  const stepMs = (nowMs - firstMs) / samples;
  const lengthMs = Math.min(maxSampleMs, stepMs);
  return Array.from({ length: samples }, (_, nth) => {
    const endMs = nowMs - nth * stepMs;
    return { start: new Date(endMs - lengthMs), end: new Date(endMs) };
  });
}

/**
 * How much space rows will take once as many are deleted as come in: rows a day × days × bytes a row. Null: nothing has
 * come in for a minute. An estimate: it takes the next months for like the last day.
 */
export async function retentionForecast(
  stored: Pick<OperationsRepository, "firstSince" | "countWithin" | "sizeOf">,
  config: Pick<Config, "keep">,
  nowMs: number,
): Promise<Forecast | null> {
  const kinds = kindsOf(config);
  const tables = kinds.flatMap((kind) => kind.tables);
  const [since, until] = [new Date(nowMs - dayMs), new Date(nowMs)];
  let firstMs = Infinity;
  for (const table of tables)
    firstMs = Math.min(firstMs, (await stored.firstSince(table, since, until))?.getTime() ?? Infinity);
  if (nowMs - firstMs < minSpanMs) return null;
  const spans = sampleSpans(firstMs, nowMs);
  const sampleMs = spans.reduce((sum, { start, end }) => sum + end.getTime() - start.getTime(), 0);
  const measure = async (table: GrowingTable): Promise<{ rowsPerDay: number; bytesPerRow: number }> => {
    const rowsPerDay = ((await stored.countWithin(table, spans)) * dayMs) / sampleMs;
    const size = await stored.sizeOf(table);
    return { rowsPerDay, bytesPerRow: size.rows < minRows ? usualBytes[table.table] : size.bytes / size.rows };
  };
  const measured: GrowingKind[] = [];
  for (const { id, setting, keepDay, tables: own } of kinds) {
    const parts: Awaited<ReturnType<typeof measure>>[] = [];
    for (const table of own) parts.push(await measure(table));
    const rowsPerDay = parts.reduce((sum, part) => sum + part.rowsPerDay, 0);
    const bytesPerDay = parts.reduce((sum, part) => sum + part.rowsPerDay * part.bytesPerRow, 0);
    measured.push({
      id,
      setting,
      keepDay,
      rowsPerDay: Math.round(rowsPerDay),
      bytesPerRow: Math.round(rowsPerDay === 0 ? parts[0]!.bytesPerRow : bytesPerDay / rowsPerDay),
      bytes: Math.round(bytesPerDay * keepDay),
    });
  }
  return {
    measuredAt: new Date(nowMs).toISOString(),
    sampleS: Math.round(sampleMs / 1000),
    kinds: measured,
    bytes: measured.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
