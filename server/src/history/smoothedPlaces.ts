import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { StoredPosition } from "./positionHistory.ts";
import { arrayOf } from "./unnest.ts";

/** A history row as it is shown: at the place that was found once what came after was known, where there is one. */
export interface ShownPosition extends StoredPosition {
  smoothed: boolean;
}

/** These rows with their better places; the rows themselves are as they were stored. */
export async function withSmoothedPlaces(
  db: Kysely<Database>,
  rows: readonly StoredPosition[],
): Promise<ShownPosition[]> {
  if (rows.length === 0) return [];
  const { rows: places } = await sql<
    { number: number } & Pick<StoredPosition, "lat" | "lon" | "accuracy" | "accuracy_outer">
  >`
    select n.number, s.lat, s.lon, s.accuracy, s.accuracy_outer
    from unnest(${arrayOf("int", [...rows.keys()], (number) => number)},
      ${arrayOf("uuid", rows, (row) => row.tracker_id)},
      ${arrayOf("timestamptz", rows, (row) => row.ts.toISOString())}) as n (number, tracker_id, ts)
    join smoothed_positions s on s.tracker_id = n.tracker_id and s.ts = n.ts`.execute(db);
  const better = new Map(places.map(({ number, ...place }) => [number, place]));
  return rows.map((row, number) => ({ ...row, ...better.get(number), smoothed: better.has(number) }));
}
