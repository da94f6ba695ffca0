import type { CustomerConfig } from "@pulse/contract/customers";
import type { Drawing } from "@pulse/contract/drawing";
import type { SiteSettings } from "@pulse/contract/sites";
import type { Placement } from "@pulse/geo/floorPlan";
import type { ColumnType, Generated } from "kysely";
import type { DefaultJsonb, DefaultTime, Entity, MqttPair, Searchable } from "./columns.ts";

export interface CustomersTable extends Entity, MqttPair, Searchable {
  guid: string;
  name: string;
  location: Generated<string | null>;
  admin: Generated<string | null>;
  customer_code: string;
  /** Only what was set; the contract's schema fills in the rest. */
  config: DefaultJsonb<Partial<CustomerConfig>>;
}

export interface SitesTable extends Entity, MqttPair, Searchable {
  guid: string;
  customer_id: string;
  name: string;
  owner: Generated<string | null>;
  lat: number;
  lon: number;
  beacon_type: Generated<string | null>;
  location: Generated<string | null>;
  address: Generated<string | null>;
  phone: Generated<string | null>;
  /** Only what was set; the contract's schema fills in the rest. */
  settings: DefaultJsonb<Partial<SiteSettings>>;
  /** Whether the site may learn from its own traffic; false once a person has chosen a calibration. */
  self_calibrating: Generated<boolean>;
  /** The picture under the floors; null: there is none. */
  underlay: ColumnType<StoredUnderlay | null, string | null | undefined, string | null>;
}

export interface StoredUnderlay extends Placement {
  /** The id of a file of the site. */
  image: string;
  /** Pixels, as `imageHeight`. */
  imageWidth: number;
  imageHeight: number;
  /** 0.1 to 1. */
  opacity: number;
}

export interface FilesTable {
  id: string;
  customer_id: string;
  site_id: Generated<string | null>;
  content_type: string;
  /** Bytes. */
  size: number;
  filename: string;
  sha256: string;
  /** Pixels; null if it is not an image. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  created_at: DefaultTime;
}

export interface BuildingsTable extends Entity {
  site_id: string;
  name: string;
}

export interface FloorsTable extends Entity {
  /** Copied from the building, so that a site's floors are read in one look-up. */
  site_id: string;
  building_id: string;
  name: string;
  level: number;
  /** Where the image's top-left and bottom-right corners are (shapes S6). */
  nw_lat: number;
  nw_lon: number;
  se_lat: number;
  se_lon: number;
  /** Clockwise. */
  rotation_deg: Generated<number>;
  ceiling_height_m: number;
  /** Metres above level 0 of the building; null: the sum of the ceilings below. */
  elevation: Generated<number | null>;
  image_id: Generated<string | null>;
  /** Only what was drawn; the rest is empty. */
  drawing: DefaultJsonb<Partial<Drawing>>;
}

/** The rooms of all floors, as the database keeps them beside `floors.drawing` for the search. */
export interface DrawnRoomsTable extends Searchable {
  floor_id: string;
  id: string;
  site_id: string;
  customer_id: string;
  name: string;
}
