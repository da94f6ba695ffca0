import type { FenceShape } from "@pulse/geo/fenceShape";
import type { ColumnType, Generated } from "kysely";
import type { Deletable, Entity, Searchable } from "./columns.ts";

export interface GeofencesTable extends Entity, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  name: string;
  type: "circle" | "polygon" | "kml";
  /** Null for a circle. */
  shape: ColumnType<FenceShape | null, string | null, string | null>;
  /** The centre. */
  lat: number;
  lon: number;
  /** Metres; null for a polygon. */
  radius: number | null;
  /** Metres above level 0 of the building, both or neither. */
  elevation_lower_bound: number | null;
  elevation_upper_bound: number | null;
  /** Empty: it is on all floors. */
  floor_ids: string[];
  /** Minutes; null: the site's. */
  geofence_exit_timeout: number | null;
  sensitivity: "low" | "normal" | "high";
  /** Left off the map unless somebody asks for it. */
  hidden_on_map: Generated<boolean>;
  /** The room whose area it has; null: an area of its own. */
  room_id: Generated<string | null>;
  /** Whatever is in it needs attention. */
  restricted: Generated<boolean>;
}

/** An asset's stay in a geofence: open while `exit_at` is null. */
export interface GeofenceStaysTable {
  id: string;
  geofence_id: string;
  asset_id: string;
  site_id: string;
  enter_at: Date;
  exit_at: Generated<Date | null>;
  /** Null while it is open, and if it ended with the geofence or the asset. */
  exit_reason: Generated<"exit" | "timeout" | null>;
  /** The time of the asset's fix, or of the timeout, that began or ended the stay. */
  decided_at: Date;
}
