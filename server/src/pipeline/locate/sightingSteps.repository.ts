import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** How strongly one gateway heard a tracker in one stored step of time; dBm. */
export interface SightingStep {
  gatewayId: string;
  startMs: number;
  rssi: number;
  count: number;
}

/** The kept steps of a tracker that began in a span, in the order of time. */
export async function sightingSteps(
  db: Kysely<Database>,
  trackerId: string,
  fromMs: number,
  toMs: number,
): Promise<SightingStep[]> {
  const { rows } = await sql<{
    hardware_id: string;
    ts: Date;
    rssi: number;
    count: number;
  }>`
    select hardware_id, ts, rssi, count from sightings
    where tracker_id = ${trackerId} and ts >= ${new Date(fromMs)} and ts < ${new Date(toMs)}
    order by ts, hardware_id`.execute(db);
  return rows.map((row) => ({
    gatewayId: row.hardware_id,
    startMs: row.ts.getTime(),
    rssi: row.rssi,
    count: row.count,
  }));
}
