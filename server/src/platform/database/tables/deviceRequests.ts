import type { ColumnType, Generated } from "kysely";
import type { Jsonb } from "./columns.ts";

/** A request to a device, and its progress. */
export interface DeviceRequestsTable {
  id: string;
  customer_id: string;
  site_id: string;
  kind: "read" | "update" | "ring";
  target: "tracker" | "hardware";
  target_id: string;
  target_name: string;
  /** The asset that had the tracker when it was asked. */
  asset_id: Generated<string | null>;
  asset_name: Generated<string | null>;
  state: "queued" | "accepted" | "done" | "failed" | "expired";
  /** In the device's own words. */
  reason: Generated<string | null>;
  command: Jsonb<DeviceCommand>;
  /** What was read, or what was confirmed. */
  configuration: ColumnType<object | null, string | null | undefined, string | null>;
  /** The number that identifies the gateway's answer; null: not sent yet. */
  seq: Generated<number | null>;
  /** The gateway that it was sent through last. */
  via_id: Generated<string | null>;
  via_name: Generated<string | null>;
  /** The gateways that it was sent through so far. */
  tried: Generated<string[]>;
  sent_at: Generated<Date | null>;
  requested_by: string;
  requested_at: Date;
  accepted_at: Generated<Date | null>;
  completed_at: Generated<Date | null>;
}

/** What a device is asked to do. */
export interface DeviceCommand {
  /** The settings to change. */
  configuration?: object;
  /** How long to ring; 0: stop ringing. */
  durationMs?: number;
}

/** What is known of a device's settings; no row: it was never asked. */
export interface DeviceConfigurationsTable {
  target_id: string;
  configuration: ColumnType<object | null, string | null | undefined, string | null>;
  /** Everything the device reported, in its own words, including what we have no name for. */
  told: ColumnType<object | null, string | null | undefined, string | null>;
  last_read_at: Generated<Date | null>;
  last_requested_at: Generated<Date | null>;
  last_updated_at: Generated<Date | null>;
}
