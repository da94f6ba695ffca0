import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import type { Bucket } from "./sightingBuckets.ts";

/** Adds rows to the stored ones of the same tracker, gateway and time. */
export async function addSightings(db: Kysely<Database>, rows: readonly Bucket[]): Promise<void> {
  await sql`insert into sightings as known (tracker_id, ts, hardware_id, asset_id, rssi, rssi_min, rssi_max, count)
    select * from unnest(
      ${arrayOf("uuid", rows, (row) => row.trackerId)},
      ${arrayOf("timestamptz", rows, (row) => instant(row.startMs))},
      ${arrayOf("uuid", rows, (row) => row.gatewayId)},
      ${arrayOf("uuid", rows, (row) => row.assetId)},
      ${arrayOf("real", rows, (row) => row.sum / row.count)},
      ${arrayOf("smallint", rows, (row) => Math.round(row.min))},
      ${arrayOf("smallint", rows, (row) => Math.round(row.max))},
      ${arrayOf("int", rows, (row) => row.count)})
    on conflict (tracker_id, ts, hardware_id) do update set
      rssi = (known.rssi * known.count + excluded.rssi * excluded.count) / (known.count + excluded.count),
      rssi_min = least(known.rssi_min, excluded.rssi_min),
      rssi_max = greatest(known.rssi_max, excluded.rssi_max),
      count = known.count + excluded.count,
      asset_id = excluded.asset_id`.execute(db);
}
