import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { roomOf } from "../places/places.ts";
import type { PositionFix, Stay } from "./positionFold.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

/** A history row to write: when it began, and until when it was valid. */
export interface StayRow {
  fix: PositionFix;
  endMs: number;
  moving: boolean | null;
}

export interface StoredStay extends Stay {
  trackerId: string;
  fix: PositionFix;
  moving: boolean | null;
}

const cells = {
  tracker_id: ["uuid", (row: StayRow) => row.fix.trackerId],
  ts: ["timestamptz", (row: StayRow) => instant(row.fix.atMs)],
  end_ts: ["timestamptz", (row: StayRow) => instant(row.endMs)],
  asset_id: ["uuid", (row: StayRow) => row.fix.assetId],
  site_id: ["uuid", (row: StayRow) => row.fix.siteId],
  floor_id: ["uuid", (row: StayRow) => row.fix.floorId],
  lat: ["float8", (row: StayRow) => row.fix.lat],
  lon: ["float8", (row: StayRow) => row.fix.lon],
  elevation: ["real", (row: StayRow) => row.fix.elevation],
  accuracy: ["real", (row: StayRow) => row.fix.accuracy],
  accuracy_outer: ["real", (row: StayRow) => row.fix.accuracyOuter],
  mechanism: ["position_mechanism", (row: StayRow) => row.fix.mechanism],
  moving: ["boolean", (row: StayRow) => row.moving],
  nearest_hardware_id: ["uuid", (row: StayRow) => row.fix.nearestHardwareId],
  nearest_dis: ["real", (row: StayRow) => row.fix.nearestDis],
  room_id: ["uuid", (row: StayRow) => row.fix.room?.id ?? null],
  room_name: ["text", (row: StayRow) => row.fix.room?.name ?? null],
  room_probability: ["real", (row: StayRow) => row.fix.room?.probability ?? null],
  shown: ["boolean", (row: StayRow) => row.fix.shown],
} as const;
const latestCells = {
  ...cells,
  building_id: ["uuid", (row: StayRow) => row.fix.buildingId],
  signal_strength: ["smallint", (row: StayRow) => row.fix.signalStrength],
} as const;

/** Inserts history rows. One that exists already (it was written, but never acknowledged) is only extended. */
export async function insertStays(db: Kysely<Database>, rows: readonly StayRow[]): Promise<void> {
  if (!rows.length) return;
  await sql`insert into positions (${columns(cells)}) select * from unnest(${arrays(cells, rows)})
    on conflict (tracker_id, ts) do update set end_ts = greatest(positions.end_ts, excluded.end_ts)`.execute(db);
}

/** Extends history rows. */
export async function extendStays(db: Kysely<Database>, rows: readonly StayRow[]): Promise<void> {
  if (!rows.length) return;
  await sql`update positions set end_ts = longer.end_ts, moving = longer.moving
    from unnest(${arrayOf("uuid", rows, (row) => row.fix.trackerId)},
      ${arrayOf("timestamptz", rows, (row) => instant(row.fix.atMs))},
      ${arrayOf("timestamptz", rows, (row) => instant(row.endMs))},
      ${arrayOf("boolean", rows, (row) => row.moving)}) as longer (tracker_id, ts, end_ts, moving)
    where positions.tracker_id = longer.tracker_id and positions.ts = longer.ts`.execute(db);
}

/**
 * Writes the newest fix of each tracker: `fix.atMs` is when its stay began, `endMs` the time of the fix. A fix that
 * must not be shown does not replace one that is shown (decisions C35), and an older fix does not replace a newer one,
 * since another process or a late log may write it afterwards. A stored fix ahead of the database's clock came from a
 * wrong clock and is replaced.
 */
export async function upsertLatest(db: Kysely<Database>, rows: readonly StayRow[]): Promise<void> {
  if (!rows.length) return;
  const changes = Object.keys(latestCells)
    .filter((name) => name !== "tracker_id")
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  await sql`insert into latest_positions as latest (${columns(latestCells)})
    select * from unnest(${arrays(latestCells, rows)})
    on conflict (tracker_id) do update set ${sql.join(changes)}
    where case when excluded.shown = latest.shown
      then excluded.end_ts >= latest.end_ts or latest.end_ts > now() + interval '1 minute'
      else excluded.shown end`.execute(db);
}

/** The last history row of each of these trackers, if it has one. */
export async function lastStays(db: Kysely<Database>, trackerIds: readonly string[]): Promise<StoredStay[]> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${arrayOf("uuid", trackerIds, (id) => id)})`.as<"wanted">(sql`wanted (id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("positions")
          .selectAll()
          .whereRef("positions.tracker_id", "=", "wanted.id")
          .orderBy("ts", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .selectAll("last")
    .execute();
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    endMs: row.end_ts.getTime(),
    moving: row.moving,
    fix: {
      trackerId: row.tracker_id,
      assetId: row.asset_id,
      siteId: row.site_id,
      buildingId: null,
      floorId: row.floor_id,
      atMs: row.ts.getTime(),
      lat: row.lat,
      lon: row.lon,
      elevation: row.elevation,
      accuracy: row.accuracy,
      accuracyOuter: row.accuracy_outer,
      mechanism: row.mechanism,
      moving: row.moving,
      nearestHardwareId: row.nearest_hardware_id,
      nearestDis: row.nearest_dis,
      signalStrength: null,
      room: roomOf(row),
      shown: row.shown,
    },
  }));
}

type Cells = Record<string, readonly [type: string, cell: (row: StayRow) => string | number | boolean | null]>;

function columns(of: Cells) {
  return sql.join(Object.keys(of).map((name) => sql.ref(name)));
}

function arrays(of: Cells, rows: readonly StayRow[]) {
  return sql.join(Object.values(of).map(([type, cell]) => arrayOf(type, rows, cell)));
}
