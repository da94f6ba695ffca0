import type { Selectable } from "kysely";
import type { SmoothedPositionsTable } from "../../../platform/database/tables/analysis.ts";
import type { StoredPosition } from "../positionHistory.repository.ts";

/** A better place of a history row, as `smoothed_positions` has it. */
export type SmoothedPlace = Omit<Selectable<SmoothedPositionsTable>, "tracker_id" | "ts">;

type Prefixed<Row, Prefix extends string> = { [Name in keyof Row as `${Prefix}${Name & string}`]: Row[Name] | null };

/** A row of a cold file: a history row as it was stored, with its smoothed place; all null: it has none. */
export type ColdRow = StoredPosition & Prefixed<SmoothedPlace, "smoothed_">;

/** In the order of pages of history. */
export function byTime(
  a: Pick<StoredPosition, "ts" | "tracker_id">,
  b: Pick<StoredPosition, "ts" | "tracker_id">,
): number {
  return a.ts.getTime() - b.ts.getTime() || (a.tracker_id < b.tracker_id ? -1 : a.tracker_id > b.tracker_id ? 1 : 0);
}

/** The smoothed place of a cold row; undefined: it is not a cold row, null: it has none. */
export function smoothedPlaceOf(row: StoredPosition): SmoothedPlace | null | undefined {
  if (!("smoothed_lat" in row)) return undefined;
  const { smoothed_lat: lat, smoothed_lon: lon, smoothed_accuracy: accuracy, ...rest } = row as ColdRow;
  if (lat === null || lon === null || accuracy === null) return null;
  return {
    lat,
    lon,
    accuracy,
    accuracy_outer: rest.smoothed_accuracy_outer!,
    has_room: rest.smoothed_has_room!,
    room_id: rest.smoothed_room_id,
    room_name: rest.smoothed_room_name,
    room_probability: rest.smoothed_room_probability,
  };
}

/**
 * Which rows of a period stay in the database: the last of each tracker with each asset, and the last that may be shown, so
 * that the database knows where things were last before any moment after `to`, and those that reach beyond the period.
 * @param rows by tracker and time
 */
export function stayingRows(rows: readonly ColdRow[], to: Date): Set<ColdRow> {
  const staying = new Set<ColdRow>();
  const seen = new Set<string>();
  for (const row of rows.toReversed()) {
    const own = `${row.tracker_id} ${row.asset_id}`;
    const keys = row.shown ? [own, `${own} shown`] : [own];
    if (row.end_ts >= to || keys.some((key) => !seen.has(key))) staying.add(row);
    for (const key of keys) seen.add(key);
  }
  return staying;
}
