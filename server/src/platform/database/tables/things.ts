import type { Generated } from "kysely";
import type { Deletable, Entity, Jsonb, MqttPair, Searchable } from "./columns.ts";

export interface TrackerTypesTable {
  id: string;
  type: string;
  name: string;
  capabilities: Jsonb<{ ring: boolean; deviceConfig: boolean }>;
}

export interface TrackersTable extends Entity, MqttPair, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  name: string;
  /** A tracker type's `type`. */
  type: string;
  /** AA:BB:CC:DD:EE:FF, its first; null: it is recognised by other identities only. */
  mac: string | null;
  serial_no: Generated<string | null>;
  archived: Generated<boolean>;
  mqtt_guid: string;
  /** How much louder this tag was found to be than others of its kind. */
  tag_offset_db: Generated<number | null>;
  /** The version of the site's calibration under which that was found; 0: none. */
  tag_offset_version: Generated<number | null>;
}

/** What a tracker is recognised by besides its first MAC, in the notation of the contract's `canonicalIdentity`. */
export interface TrackerIdentitiesTable {
  tracker_id: string;
  customer_id: string;
  /** Its place in the list, from 0. */
  position: number;
  kind: "mac" | "ibeacon" | "eddystone_uid" | "irk";
  value: string;
}

/** What a tracker reports about itself and how it is heard, written every few seconds; without a row, nothing yet. */
export interface TrackerStatusTable {
  tracker_id: string;
  last_heard_at: Date;
  /** dBm, last heard. */
  signal_strength: Generated<number | null>;
  /** Percent. */
  battery_level: Generated<number | null>;
  battery_mv: Generated<number | null>;
}

/**
 * What a tracker reported about itself: at most a row every few minutes, since most values hardly change; a pressed
 * button is written at once.
 */
export interface TelemetryTable {
  tracker_id: string;
  ts: Date;
  /** Percent. */
  battery_level: Generated<number | null>;
  battery_mv: Generated<number | null>;
  /** Degrees Celsius. */
  temperature: Generated<number | null>;
  /** Percent. */
  humidity: Generated<number | null>;
  moving: Generated<boolean | null>;
  button: Generated<string | null>;
}

export interface AssetsTable extends Entity, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  name: string;
  type: string;
  external_id: Generated<string | null>;
  description: Generated<string | null>;
  archived: Generated<boolean>;
  image_id: Generated<string | null>;
}

/** Open while `unlinked_at` is null; a tracker has at most one open link. */
export interface LinksTable {
  id: string;
  asset_id: string;
  tracker_id: string;
  linked_at: Date;
  linked_by: string;
  unlinked_at: Generated<Date | null>;
  unlinked_by: Generated<string | null>;
}

/** A file that was imported: its rows while they wait, and what became of them. */
export interface ImportsTable {
  id: string;
  kind: "asset" | "tracker" | "hardware";
  customer_id: string;
  site_id: string;
  filename: string;
  state: "running" | "done" | "refused" | "undone";
  total: number;
  created: number;
  file_rows: Jsonb<Readonly<Record<string, string>>[]>;
  /** The ids of what the rows made, null for what was there already; or what is wrong with them. */
  report: Jsonb<
    | { ids: { id: string; made: boolean; changed?: true }[] }
    | {
        faults: { row: number; line?: number; column: string; value: string; code: string; message: string }[];
        checked?: number;
      }
  >;
  requested_by: string;
  created_at: Date;
  /** A process is at work on it until then. */
  claimed_until: Generated<Date | null>;
  is_undoing: Generated<boolean>;
}
