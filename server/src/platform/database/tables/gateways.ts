import type { PersistedLearning } from "@pulse/positioning/learn/persistedLearning";
import type { Generated } from "kysely";
import type { DefaultJsonb, DefaultTime, Deletable, Entity, Jsonb, MqttPair, Searchable } from "./columns.ts";

export interface HardwareTypesTable {
  id: string;
  type: "KKM" | "MINEW" | "RUUVI" | "OMG" | "ESPRESENSE" | "RADDEC" | "APRILBROTHER" | "MOBILE" | "GENERIC";
  name: string;
  mobile: boolean;
  capabilities: Jsonb<{ deviceConfig: boolean; trackerDownlink: boolean; gps: boolean }>;
}

export interface HardwaresTable extends Entity, MqttPair, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  floor_id: Generated<string | null>;
  name: string;
  hardware_type_id: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  lat: number;
  lon: number;
  /** Null until somebody sets them (shapes S9): the path-loss curve, dBm at 1 m, metres above the floor, metres. */
  alpha: Generated<number | null>;
  beta: Generated<number | null>;
  gamma: Generated<number | null>;
  measured_power: Generated<number | null>;
  z: Generated<number | null>;
  anchor_snap_radius: Generated<number | null>;
  mqtt_guid: string;
  /** Names that its own settings may still have; those from before are left out at the next change. */
  former_names: DefaultJsonb<{ name: string; until: string }[]>;
}

/** The MQTT account that all gateways of a site may use; a site has one or none. */
export interface SiteGatewayAccountsTable extends MqttPair {
  id: string;
  site_id: string;
  customer_id: string;
  created_at: DefaultTime;
}

/** What a gateway reports about itself, written every few seconds; without a row it has reported nothing yet. */
export interface GatewayStatusTable {
  hardware_id: string;
  last_message_at: Generated<Date | null>;
  firmware: Generated<string | null>;
  /** For a mobile gateway: when it reported its place, and the radius of that in metres. */
  place_at: Generated<Date | null>;
  place_accuracy: Generated<number | null>;
  lat: Generated<number | null>;
  lon: Generated<number | null>;
}

/** How a gateway usually hears at this place and with this measured power. */
export interface GatewayReceptionTable {
  hardware_id: string;
  lat: number;
  lon: number;
  z: number | null;
  floor_id: string | null;
  measured_power: number | null;
  hearing: Jsonb<PersistedLearning>;
}

/** What a gateway's messages were like in the half hour since then. */
export interface GatewayHealthTable {
  hardware_id: string;
  since: Date;
  messages: number;
  gaps: number;
  undecodable: number;
  duplicates: number;
  throttled: number;
  mismatched: number;
}
