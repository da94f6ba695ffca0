import type { Generated } from "kysely";

/** A better place for a history row, computed once the later fixes were known. */
export interface SmoothedPositionsTable {
  tracker_id: string;
  ts: Date;
  lat: number;
  lon: number;
  accuracy: number;
  accuracy_outer: number;
  /** Whether the room of the smoothed place is stored here; older rows show the live one. */
  has_room: Generated<boolean>;
  room_id: string | null;
  room_name: string | null;
  room_probability: number | null;
}

/** An hour of a site whose sums are behind its positions; the mark changes with each change. */
export interface ChangedHoursTable {
  site_id: string;
  hour: Date;
  mark: Generated<string>;
}

/** The origin from which a floor's cells are counted. */
export interface HeatOriginsTable {
  floor_id: string;
  lat: number;
  lon: number;
}

/** How long things were in each cell of a floor during an hour; without a floor: outdoors, with no cells. */
export interface SiteHeatTable {
  site_id: string;
  hour: Date;
  floor_id: string | null;
  cells: Uint8Array;
}

export interface AssetHeatTable extends SiteHeatTable {
  asset_id: string;
}

/** The part of an asset's stay in a room that falls within an hour. */
export interface RoomStaysTable {
  asset_id: string;
  from_at: Date;
  to_at: Date;
  hour: Date;
  site_id: string;
  floor_id: string | null;
  room_id: string;
  room_name: string;
}
