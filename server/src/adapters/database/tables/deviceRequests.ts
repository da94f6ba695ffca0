import type { ColumnType, Generated } from "kysely";
import type { Jsonb } from "./columns.ts";

/** Something that was asked of a device, and how far it has come. */
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
  /** The number by which the gateway's answer is known; null: it was not sent yet. */
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

/** What is known of a device's settings; without a row it was never asked. */
export interface DeviceConfigurationsTable {
  target_id: string;
  configuration: ColumnType<object | null, string | null | undefined, string | null>;
  /** All that the device said, in its own words, with what we have no name for. */
  told: ColumnType<object | null, string | null | undefined, string | null>;
  last_read_at: Generated<Date | null>;
  last_requested_at: Generated<Date | null>;
  last_updated_at: Generated<Date | null>;
}
