import type { LatLon } from "@pulse/geo/latLon";
import type { LabelledWindow } from "@pulse/positioning/learn/labelledSnapshot";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Generated } from "kysely";
import type { DefaultTime, Jsonb } from "./columns.ts";

/** What a site has learned about its radio; each fit makes a version. */
export interface CalibrationsTable {
  site_id: string;
  version: number;
  level: 1 | 2 | 3;
  source: "traffic" | "survey";
  data: Jsonb<StoredCalibration>;
  /** The error on held-back points (metres) or held-back traffic (nats). */
  held_back: Jsonb<Pick<Calibration, "heldBack" | "evidence">>;
  /** At most one per site. */
  active: Generated<boolean>;
  created_by: string;
  created_at: DefaultTime;
}

/**
 * A calibration with the places of its gateways: it is not valid for one that has moved.
 */
export interface StoredCalibration extends StoredPlaces {
  calibration: Calibration;
}

/** Where gateways were when something was stored. */
export interface StoredPlaces {
  places: GatewayPlaces;
  /** The origin of the site's frame then; left out: by an older release, which took the present one for it. */
  origin?: LatLon;
}

/** Where gateways were: in the site's frame and above their floor, m, and on which floor, if that was stored. */
export type GatewayPlaces = Record<string, [x: number, y: number, z: number, floor?: string]>;

/** A tracker that stood at a known place. */
export interface CalibrationPointsTable {
  id: string;
  site_id: string;
  floor_id: string;
  tracker_id: string;
  lat: number;
  lon: number;
  start_at: Date;
  /** Null: a reference beacon, which stays there. */
  end_at: Date | null;
  /** What gateways heard of it (dBm), and where they were then; a reference beacon's is read when a fit needs it. */
  heard: Jsonb<{ heard: LabelledWindow[]; live: LabelledWindow[] } & Partial<StoredPlaces>>;
  /** Since when a reference beacon has not been found at its place, null: it is there. */
  off_since: Generated<Date | null>;
  /** How far from it, m; null for one that is off: on another floor. */
  off_m: Generated<number | null>;
  created_by: string;
  created_at: DefaultTime;
}
