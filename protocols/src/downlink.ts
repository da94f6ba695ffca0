import type { GatewayIdentity } from "./gatewayIdentity.ts";

/** The settings of a gateway, as shapes.md S9 names them. Power in dBm, periods in seconds. */
export interface GatewaySettings {
  filterRssi?: number;
  uploadPeriodS?: number;
  /** 0: off. */
  redundantPeriodS?: number;
  uploadIbeacon?: boolean;
  uploadEddystone?: boolean;
  uploadKsensor?: boolean;
  uploadUnknown?: boolean;
  proximity?: boolean;
  gpsLocation?: boolean;
  includeRssiOnly?: boolean;
}

export type MessageMode = "legacy" | "long_range" | "extended";
export type TransmissionType = "off" | "ksensor" | "uid" | "tlm" | "url" | "ibeacon" | "system" | "aoa" | "ebeacon";

/** The settings of a tracker (shapes.md S8). */
export interface TrackerSettings {
  messageMode?: MessageMode;
  advertisementPeriodMs?: number;
  /** dBm */
  transmissionPower?: number;
  transmissionMessageType?: TransmissionType;
}

/** What a gateway is asked to do, or to pass on to the tracker with `mac`. */
export type DeviceCommand =
  | { kind: "readGateway" }
  | { kind: "updateGateway"; settings: GatewaySettings }
  | { kind: "readTracker"; mac: string }
  | { kind: "updateTracker"; mac: string; settings: TrackerSettings }
  /** `durationMs` 0: stop. */
  | { kind: "ring"; mac: string; durationMs: number };

export interface DownlinkMessage {
  /** The gateway listens to one of them. */
  topics: readonly string[];
  payload: string;
}

/** What a gateway answered to the command that was sent with `seq`. */
export interface DeviceReply {
  seq: number;
  /** `accepted`: it has the command, and more is to come. */
  stage: "accepted" | "done" | "failed";
  /** Why it failed, in the device's own words. */
  reason: string | null;
  /** The tracker that it is about, "AA:BB:CC:DD:EE:FF"; null: not given. */
  mac: string | null;
  gateway: GatewaySettings | null;
  tracker: TrackerSettings | null;
  /** The whole answer in the device's words, including what we have no name for. */
  told: Record<string, unknown>;
}

/** The commands of a dialect. */
export interface Downlink {
  /** Whether such a gateway passes commands on to trackers. */
  toTrackers: boolean;
  /** The settings of such a gateway that can be changed. */
  settings: ReadonlySet<keyof GatewaySettings>;
  /** Whether this dialect has such a command. */
  can(kind: DeviceCommand["kind"]): boolean;
  /** @param seq from 1 to 60000, unique for the gateway while the answer is awaited */
  encode(id: GatewayIdentity, command: DeviceCommand, seq: number): DownlinkMessage;
}
