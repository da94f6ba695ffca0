import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { SmoothedPositionsTable } from "../../platform/database/tables/analysis.ts";
import type { PositionsTable } from "../../platform/database/tables/positions.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

export interface SmoothedRow {
  trackerId: string;
  atMs: number;
  lat: number;
  lon: number;
  accuracyM: number;
  accuracyOuterM: number;
  /** The room that the place is in. */
  room: { id: string; name: string; probability: number } | null;
}

type Key = Pick<Selectable<PositionsTable>, "tracker_id" | "ts">;
type SmoothedPlace = Selectable<SmoothedPositionsTable>;

/**
 * The smoothed places of these history rows, where there are any.
 * @param isUnbroken the rows are all that their trackers have in between, or nearly: then their places are read in one
 * piece, which may include others, and not looked up one by one
 */
export async function smoothedOf(
  db: Kysely<Database>,
  rows: readonly Key[],
  isUnbroken: boolean,
): Promise<SmoothedPlace[]> {
  if (rows.length === 0) return [];
  const times = rows.map(({ ts }) => ts.getTime());
  // The condition on time names the months concerned: a join alone would look up each row in all of them.
  const within = sql`s.ts between ${new Date(lowest(times))} and ${new Date(-lowest(times.map((ms) => -ms)))}`;
  const trackerIds = [...new Set(rows.map((row) => row.tracker_id))];
  const { rows: places } = await (
    isUnbroken
      ? sql<SmoothedPlace>`select s.* from smoothed_positions s where s.tracker_id = any(${trackerIds}) and ${within}`
      : sql<SmoothedPlace>`
        select s.*
        from unnest(${arrayOf("uuid", rows, (row) => row.tracker_id)},
          ${arrayOf("timestamptz", rows, (row) => row.ts.toISOString())}) as n (tracker_id, ts)
        join smoothed_positions s on s.tracker_id = n.tracker_id and s.ts = n.ts
        where ${within}`
  ).execute(db);
  return places;
}

/** Stores smoothed places. Only fixes that begin a history row have one. */
export async function insertSmoothed(db: Kysely<Database>, rows: readonly SmoothedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into smoothed_positions (tracker_id, ts, lat, lon, accuracy, accuracy_outer, has_room, room_id, room_name,
      room_probability)
    select p.tracker_id, p.ts, n.lat, n.lon, n.accuracy, n.accuracy_outer, true, n.room_id, n.room_name, n.room_probability
    from unnest(${arrayOf("uuid", rows, (row) => row.trackerId)},
      ${arrayOf("timestamptz", rows, (row) => instant(row.atMs))},
      ${arrayOf("float8", rows, (row) => row.lat)},
      ${arrayOf("float8", rows, (row) => row.lon)},
      ${arrayOf("real", rows, (row) => row.accuracyM)},
      ${arrayOf("real", rows, (row) => row.accuracyOuterM)},
      ${arrayOf("uuid", rows, (row) => row.room?.id ?? null)},
      ${arrayOf("text", rows, (row) => row.room?.name ?? null)},
      ${arrayOf("real", rows, (row) => row.room?.probability ?? null)})
      as n (tracker_id, ts, lat, lon, accuracy, accuracy_outer, room_id, room_name, room_probability)
    join positions p on p.tracker_id = n.tracker_id and p.ts = n.ts
    on conflict (tracker_id, ts) do nothing`.execute(db);
}

const lowest = (numbers: readonly number[]): number => numbers.reduce((least, next) => Math.min(least, next), Infinity);
