import type { Generated } from "kysely";

export type PositionMechanism = "TRILATERATED" | "ANCHORED" | "GPS";

/** The columns that history rows and latest rows share. Radii, distances and elevation in metres. */
interface PositionColumns {
  tracker_id: string;
  /** The asset that had the tracker at that moment. */
  asset_id: string | null;
  site_id: string;
  floor_id: string | null;
  /** The position held from `ts` to `end_ts` (decisions C24). */
  ts: Date;
  end_ts: Date;
  lat: number;
  lon: number;
  elevation: number | null;
  /** Radii around the position that contain the truth with 68 % and 95 % probability. */
  accuracy: number;
  accuracy_outer: number;
  mechanism: PositionMechanism;
  moving: boolean | null;
  nearest_hardware_id: string | null;
  nearest_dis: number | null;
  /** The room it was most likely in, with its name at that time, and how likely that was. */
  room_id: string | null;
  room_name: string | null;
  room_probability: number | null;
  /**
   * False above the site's location_accuracy_threshold: such a fix is stored but does not move the thing (decisions
   * C35).
   */
  shown: boolean;
}

/** One row per tracker: its newest fix. `ts` names its history row, `end_ts` is the time of the fix. */
export interface LatestPositionsTable extends PositionColumns {
  building_id: string | null;
  /** dBm at the nearest gateway. */
  signal_strength: number | null;
}

export interface PositionsTable extends PositionColumns {}

/** What a gateway heard of a tracker in the ten seconds from `ts`. dBm. */
export interface SightingsTable {
  tracker_id: string;
  ts: Date;
  hardware_id: string;
  asset_id: string | null;
  /** The mean. */
  rssi: number;
  rssi_min: number;
  rssi_max: number;
  count: number;
}

/**
 * A tracker that gateways reported late, and the time whose positions may be missing: until the last of the reports
 * came.
 */
export interface LateSightingsTable {
  tracker_id: string;
  from_ts: Date;
  to_ts: Date;
  first_noted_at: Date;
  noted_at: Date;
}

/** A tracker whose positions for this time are being made. */
export interface PastWorkTable {
  tracker_id: string;
  from_ts: Date;
  to_ts: Date;
  noted_at: Date;
}

/** A time of a tracker, both ends exclusive, whose rows were all made afterwards. */
export interface BackfilledSpansTable {
  tracker_id: string;
  from_ts: Date;
  to_ts: Date;
  site_id: string;
  made_at: Date;
}

/** Beacons and gateways that were heard but belong to nobody yet. */
export interface TrackerSightingsTable {
  id: string;
  customer_id: string | null;
  site_id: string | null;
  thing: "beacon" | "gateway";
  /** A beacon's kind (ibeacon, eddystone …) or a gateway's dialect. */
  kind: string;
  mac: string;
  /** What its adverts show besides its address. */
  identities: Generated<{ kind: "ibeacon" | "eddystone_uid"; value: string }[]>;
  name: Generated<string | null>;
  rssi: number | null;
  /** The gateway that heard it last. */
  hardware_id: string | null;
  first_heard_at: Date;
  last_heard_at: Date;
  count: number;
}
