import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

/** What gateways, mobile gateways and trackers have reported since the last time, by their ids. */
export interface GatewayReport {
  atMs: number;
  firmware: string | null;
}

/** Where a mobile gateway is, for lists and maps and after a restart. */
export interface ReportedPlace {
  /** When it reported that, and the radius, m. */
  atMs: number;
  accuracyM: number;
  lat: number;
  lon: number;
  /** Null: on no floor. */
  floorId: string | null;
}

export interface TrackerReport {
  atMs: number;
  /** Null: it has reported about itself but was not heard. */
  rssi: number | null;
  batteryLevel: number | null;
  batteryMv: number | null;
}

/**
 * Writes the narrow tables of device status. Rows are ordered by id, so that two writers wait for each other and do not
 * deadlock. Devices that no longer exist are left out.
 */
export function deviceStatusRepository(db: Kysely<Database>) {
  return {
    gateways: async (reports: ReadonlyMap<string, GatewayReport>): Promise<void> => {
      if (reports.size === 0) return;
      const rows = [...reports];
      await sql`
        insert into gateway_status as s (hardware_id, last_message_at, firmware)
        select h.id, n.at, n.firmware
        from unnest(
          ${arrayOf("uuid", rows, ([id]) => id)},
          ${arrayOf("timestamptz", rows, ([, row]) => instant(row.atMs))},
          ${arrayOf("text", rows, ([, row]) => row.firmware)}
        ) as n (id, at, firmware)
        join hardwares h on h.id = n.id
        order by h.id
        on conflict (hardware_id) do update set last_message_at = excluded.last_message_at,
          firmware = coalesce(excluded.firmware, s.firmware)`.execute(db);
    },

    /** Updates the gateway's own row only if its floor changes. A floor that was deleted meanwhile becomes none. */
    places: async (places: ReadonlyMap<string, ReportedPlace>): Promise<void> => {
      if (places.size === 0) return;
      const rows = [...places];
      await sql`
        with told as (
          select h.id, n.at, n.accuracy, n.lat, n.lon, f.id as floor_id
          from unnest(
            ${arrayOf("uuid", rows, ([id]) => id)},
            ${arrayOf("timestamptz", rows, ([, row]) => instant(row.atMs))},
            ${arrayOf("float8", rows, ([, row]) => row.accuracyM)},
            ${arrayOf("float8", rows, ([, row]) => row.lat)},
            ${arrayOf("float8", rows, ([, row]) => row.lon)},
            ${arrayOf("uuid", rows, ([, row]) => row.floorId)}
          ) as n (id, at, accuracy, lat, lon, floor_id)
          join hardwares h on h.id = n.id
          left join floors f on f.id = n.floor_id
        ), floor_changed as (
          update hardwares h set floor_id = told.floor_id from told
          where h.id = told.id and h.floor_id is distinct from told.floor_id
        )
        insert into gateway_status (hardware_id, place_at, place_accuracy, lat, lon)
        select id, at, accuracy, lat, lon from told order by id
        on conflict (hardware_id) do update set place_at = excluded.place_at, place_accuracy = excluded.place_accuracy,
          lat = excluded.lat, lon = excluded.lon`.execute(db);
    },

    trackers: async (reports: ReadonlyMap<string, TrackerReport>): Promise<void> => {
      if (reports.size === 0) return;
      const rows = [...reports];
      await sql`
        insert into tracker_status as s (tracker_id, last_heard_at, signal_strength, battery_level, battery_mv)
        select t.id, n.at, n.rssi, n.battery_level, n.battery_mv
        from unnest(
          ${arrayOf("uuid", rows, ([id]) => id)},
          ${arrayOf("timestamptz", rows, ([, row]) => instant(row.atMs))},
          ${arrayOf("int", rows, ([, row]) => (row.rssi === null ? null : Math.round(row.rssi)))},
          ${arrayOf("int", rows, ([, row]) => row.batteryLevel)},
          ${arrayOf("int", rows, ([, row]) => row.batteryMv)}
        ) as n (id, at, rssi, battery_level, battery_mv)
        join trackers t on t.id = n.id
        order by t.id
        on conflict (tracker_id) do update set last_heard_at = greatest(s.last_heard_at, excluded.last_heard_at),
          signal_strength = case when s.last_heard_at > excluded.last_heard_at then s.signal_strength
            else coalesce(excluded.signal_strength, s.signal_strength) end,
          battery_level = coalesce(excluded.battery_level, s.battery_level),
          battery_mv = coalesce(excluded.battery_mv, s.battery_mv)`.execute(db);
    },
  };
}
