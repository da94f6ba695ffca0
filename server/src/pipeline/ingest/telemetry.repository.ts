import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

/** What a tracker reported about itself. */
export interface TelemetryRow {
  trackerId: string;
  atMs: number;
  batteryLevel?: number;
  batteryMv?: number;
  /** Degrees Celsius. */
  temperature?: number;
  /** Percent. */
  humidity?: number;
  moving?: boolean;
  button?: string;
}

export async function addTelemetry(db: Kysely<Database>, rows: readonly TelemetryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into telemetry (tracker_id, ts, battery_level, battery_mv, temperature, humidity, moving, button)
    select * from unnest(
      ${arrayOf("uuid", rows, (row) => row.trackerId)},
      ${arrayOf("timestamptz", rows, (row) => instant(row.atMs))},
      ${arrayOf("smallint", rows, (row) => row.batteryLevel ?? null)},
      ${arrayOf("int", rows, (row) => row.batteryMv ?? null)},
      ${arrayOf("real", rows, (row) => row.temperature ?? null)},
      ${arrayOf("real", rows, (row) => row.humidity ?? null)},
      ${arrayOf("boolean", rows, (row) => row.moving ?? null)},
      ${arrayOf("text", rows, (row) => row.button ?? null)})
    on conflict (tracker_id, ts) do nothing`.execute(db);
}
