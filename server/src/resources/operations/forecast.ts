import type { Forecast, GrowingKind } from "@pulse/contract/operations";
import type { Config } from "../../platform/config/config.ts";
import type { GrowingTable, OperationsRepository } from "./operations.repository.ts";

const dayMs = 24 * 3_600_000;
/** The last day is sampled at so many moments, since nights differ from days, each for this long at most. */
const samples = 8;
const maxSampleMs = 5 * 60_000;
/** What has come in for less than this says nothing about a day. */
const minSpanMs = 60_000;
/** With fewer rows, empty pages of parts and indexes weigh more than rows, so that nothing is known of a row's size. */
const minRows = 10_000;
/** What is deleted by whole months stays until the last of its days is old enough. */
const monthDay = 31;

interface Kind {
  id: GrowingKind["id"];
  setting: string;
  keepDay: number;
  /** For how many more days its oldest rows may stay. */
  overdueDay: number;
  tables: readonly GrowingTable[];
}

/** What is deleted after a number of days, as `pipeline/history/retention.ts` does it. */
const kindsOf = ({ keep }: Pick<Config, "keep">): Kind[] => [
  {
    id: "sightings",
    setting: "PULSE_KEEP_SIGHTINGS_DAY",
    keepDay: keep.sightingsDay,
    overdueDay: monthDay,
    tables: [{ table: "sightings", column: "ts" }],
  },
  {
    id: "positions",
    setting: "PULSE_KEEP_POSITIONS_DAY",
    keepDay: keep.positionsDay,
    overdueDay: monthDay,
    tables: [
      { table: "positions", column: "ts" },
      { table: "smoothed_positions", column: "ts" },
    ],
  },
  {
    id: "telemetry",
    setting: "PULSE_KEEP_POSITIONS_DAY",
    keepDay: keep.positionsDay,
    overdueDay: 0,
    tables: [{ table: "telemetry", column: "ts" }],
  },
  {
    id: "events",
    setting: "PULSE_KEEP_EVENTS_DAY",
    keepDay: keep.eventsDay,
    overdueDay: monthDay,
    tables: [{ table: "events", column: "at" }],
  },
  {
    id: "audit",
    setting: "PULSE_KEEP_AUDIT_DAY",
    keepDay: keep.auditDay,
    overdueDay: monthDay,
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
 * How much space rows will take just before the oldest are deleted: rows a day × days × bytes a row. Null: nothing has come
 * in for a minute. An estimate: it takes the next months for like the last day.
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
  const measure = async (table: GrowingTable): Promise<Measured> => {
    const rowsPerDay = ((await stored.countWithin(table, spans)) * dayMs) / sampleMs;
    const size = await stored.sizeOf(table);
    return { rowsPerDay, bytesPerRow: size.rows < minRows ? null : size.bytes / size.rows };
  };
  const foretold: GrowingKind[] = [];
  for (const kind of kinds) {
    const measured: Measured[] = [];
    for (const table of kind.tables) measured.push(await measure(table));
    foretold.push(foretell(kind, measured));
  }
  const known = foretold.flatMap(({ bytes }) => bytes ?? []);
  return {
    measuredAt: new Date(nowMs).toISOString(),
    sampleS: Math.round(sampleMs / 1000),
    kinds: foretold,
    bytes: known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0),
  };
}

interface Measured {
  rowsPerDay: number;
  bytesPerRow: number | null;
}

/** What a kind will take, as far as the rows of all its tables have been measured; a table without new rows takes nothing. */
function foretell({ id, setting, keepDay, overdueDay }: Kind, tables: readonly Measured[]): GrowingKind {
  const growing = tables.filter(({ rowsPerDay }) => rowsPerDay > 0);
  const isKnown = growing.length > 0 && growing.every(({ bytesPerRow }) => bytesPerRow !== null);
  const rowsPerDay = growing.reduce((sum, table) => sum + table.rowsPerDay, 0);
  const bytesPerDay = growing.reduce((sum, table) => sum + table.rowsPerDay * (table.bytesPerRow ?? 0), 0);
  return {
    id,
    setting,
    keepDay,
    rowsPerDay: Math.round(rowsPerDay),
    bytesPerRow: isKnown ? Math.round(bytesPerDay / rowsPerDay) : null,
    bytes: isKnown ? Math.round(bytesPerDay * (keepDay + overdueDay)) : null,
  };
}
