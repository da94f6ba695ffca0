import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { StoredPosition } from "./positionHistory.ts";
import { arrayOf } from "./unnest.ts";

/** A history row as it is shown: at the place that was found once what came after was known, where there is one. */
export interface ShownPosition extends StoredPosition {
  smoothed: boolean;
}

type Place = Pick<StoredPosition, "tracker_id" | "ts" | "lat" | "lon" | "accuracy" | "accuracy_outer">;

const keyOf = ({ tracker_id: trackerId, ts }: Place): string => `${trackerId}${ts.getTime()}`;

/** These rows with their better places; the rows themselves are as they were stored. */
export async function withSmoothedPlaces(
  db: Kysely<Database>,
  rows: readonly StoredPosition[],
): Promise<ShownPosition[]> {
  if (rows.length === 0) return [];
  const times = rows.map(({ ts }) => ts.getTime());
  // The months concerned are said apart: a join alone would look for each row in all of them.
  const { rows: places } = await sql<Place>`
    select s.tracker_id, s.ts, s.lat, s.lon, s.accuracy, s.accuracy_outer
    from unnest(${arrayOf("uuid", rows, (row) => row.tracker_id)},
      ${arrayOf("timestamptz", rows, (row) => row.ts.toISOString())}) as n (tracker_id, ts)
    join smoothed_positions s on s.tracker_id = n.tracker_id and s.ts = n.ts
    where s.ts between ${new Date(lowest(times))} and ${new Date(-lowest(times.map((ms) => -ms)))}`.execute(db);
  const better = new Map(places.map((place) => [keyOf(place), place]));
  return rows.map((row) => {
    const place = better.get(keyOf(row));
    return { ...row, ...place, smoothed: place !== undefined };
  });
}

const lowest = (numbers: readonly number[]): number => numbers.reduce((least, next) => Math.min(least, next), Infinity);
