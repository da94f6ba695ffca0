import type { Heard } from "@pulse/contract/gatewayReports";
import type { Sighting, Telemetry } from "@pulse/contract/trackerSignals";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** The widths of a chart's steps, s; stored sightings are ten seconds apart. */
const stepsS = [10, 30, 60, 300, 900, 3600, 6 * 3600, 24 * 3600];
/** A chart shows no more moments than this. */
const maxSteps = 600;
const maxTelemetry = 5_000;
const maxUnregistered = 1_000;

/** A row of `telemetry`. */
interface TelemetryTableRow {
  ts: Date;
  battery_level: number | null;
  battery_mv: number | null;
  temperature: number | null;
  humidity: number | null;
  moving: boolean | null;
  button: string | null;
}

interface Span {
  start: Date;
  end: Date;
}

/** What was heard: of a tracker, from a tracker, and of beacons that are nobody's. */
export function trackerSignals(db: Kysely<Database>) {
  return {
    /** How strongly each gateway heard a tracker, in steps that grow with the span. */
    sightings: async (trackerId: string, { start, end }: Span): Promise<Sighting[]> => {
      const spanS = (end.getTime() - start.getTime()) / 1000;
      const stepS = stepsS.find((each) => spanS / each <= maxSteps) ?? stepsS.at(-1)!;
      const { rows } = await sql<{
        at: Date;
        hardware_id: string;
        guid: string;
        name: string;
        rssi: number;
        rssi_min: number;
        rssi_max: number;
        count: number;
      }>`
        select s.*, h.guid, h.name from (
          select to_timestamp(floor(extract(epoch from ts) / ${stepS}::int) * ${stepS}::int) as at, hardware_id,
            sum(rssi * count) / sum(count) as rssi, min(rssi_min) as rssi_min, max(rssi_max) as rssi_max,
            sum(count)::int as count
          from sightings where tracker_id = ${trackerId} and ts >= ${start} and ts <= ${end} group by 1, 2
        ) as s join hardwares h on h.id = s.hardware_id order by s.at, h.name`.execute(db);
      return rows.map((row) => ({
        timestamp: row.at.toISOString(),
        hardwareId: row.hardware_id,
        hardwareGuid: row.guid,
        hardwareName: row.name,
        rssi: Number(row.rssi.toFixed(1)),
        rssiMin: row.rssi_min,
        rssiMax: row.rssi_max,
        count: row.count,
      }));
    },

    /**
     * What a tracker reported about itself, oldest first; if there are more rows than a chart shows, only every nth.
     */
    telemetry: async (trackerId: string, { start, end }: Span): Promise<Telemetry[]> => {
      const { rows } = await sql<TelemetryTableRow>`
        select * from (
          select t.*, row_number() over (order by ts) - 1 as place, count(*) over () as total
          from telemetry t where tracker_id = ${trackerId} and ts >= ${start} and ts <= ${end}
        ) as numbered
        where place % ceil(total / ${maxTelemetry}::numeric) = 0 order by ts`.execute(db);
      return rows.map((row) => ({
        timestamp: row.ts.toISOString(),
        batteryLevel: row.battery_level,
        batteryMv: row.battery_mv,
        temperature: row.temperature,
        humidity: row.humidity,
        moving: row.moving,
        button: row.button,
      }));
    },

    /** The beacons that a site's gateways hear and that are not trackers of the customer, archived or not. */
    unregistered: async (siteId: string): Promise<Heard[]> => {
      const rows = await db
        .selectFrom("heard as b")
        .innerJoin("sites as i", "i.id", "b.site_id")
        .leftJoin("hardwares as h", "h.id", "b.hardware_id")
        .selectAll("b")
        .select("h.name as hardware_name")
        .where("b.site_id", "=", siteId)
        .where("b.thing", "=", "beacon")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("trackers as t")
                .select("t.id")
                .whereRef("t.customer_id", "=", "i.customer_id")
                .whereRef("t.mac", "=", "b.mac")
                .where("t.deleted_at", "is", null),
            ),
          ),
        )
        .where(
          sql<boolean>`not exists (select from tracker_identities o where o.customer_id = i.customer_id
            and (b.mac = o.value and o.kind = 'mac'
              or b.identities @> jsonb_build_array(jsonb_build_object('kind', o.kind, 'value', o.value))))`,
        )
        .orderBy("b.last_heard_at", "desc")
        .orderBy("b.id")
        .limit(maxUnregistered)
        .execute();
      return rows.map((row) => ({
        mac: row.mac,
        identities: [{ kind: "mac" as const, value: row.mac }, ...row.identities],
        kind: row.kind,
        name: row.name,
        rssi: row.rssi,
        hardwareId: row.hardware_id,
        hardwareName: row.hardware_name,
        firstHeardAt: row.first_heard_at.toISOString(),
        lastHeardAt: row.last_heard_at.toISOString(),
        count: row.count,
      }));
    },
  };
}

export type TrackerSignals = ReturnType<typeof trackerSignals>;
