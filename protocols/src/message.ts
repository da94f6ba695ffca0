import type { DeviceReply } from "./downlink.ts";

/** What an advert may say about its tracker. Absent keys were not in the advert. */
export interface Telemetry {
  /** Battery voltage in millivolts. */
  batteryMv?: number;
  /** Battery charge in percent, 0…100. */
  batteryLevel?: number;
  /** Degrees Celsius. */
  temperature?: number;
  /** Relative humidity in percent, as the sensor shows it: a wet one may show more than 100. */
  humidity?: number;
  /** From the tracker's own accelerometer. It is one sample, so do not rely on a single `false`. */
  moving?: boolean;
  /** How a button was pressed: "press", "double_press" … */
  button?: string;
  /** The first known frame of the advert: "ibeacon", "eddystone" … */
  frame?: string;
  /** The tracker's stated RSSI at 1 m, in dBm. */
  measuredPower?: number;
  /** Its iBeacon as "UUID:major:minor", the UUID in upper case with hyphens. */
  ibeacon?: string;
  /** Its Eddystone UID, namespace and instance, as 32 upper-case hex digits. */
  eddystoneUid?: string;
  /** The key by which the gateway has resolved its private address, as 32 upper-case hex digits. */
  irk?: string;
  /** Which part of the advert's data could not be read and was left out, in words. Absent: none. */
  flaw?: string;
}

/** A distance that was measured and not derived from RSSI (Channel Sounding, ultra-wideband), in metres. */
export interface MeasuredRange {
  m: number;
  /** One standard deviation. */
  sdM: number;
}

/** The direction in which a gateway heard a tracker (AoA). */
export interface MeasuredAngle {
  /** Clockwise from true north, 0…360. */
  azimuthDeg: number;
  /** Above the horizon, -90…90; null: not measured. */
  elevationDeg: number | null;
  /** One standard deviation. */
  sdDeg: number;
}

/** What a gateway has measured besides an advert's power. Absent keys were not given. */
export interface Measured {
  /** The gateway has filtered the RSSI already, so it should not be averaged again. */
  smoothed?: boolean;
  range?: MeasuredRange;
  angle?: MeasuredAngle;
}

/** One advert of one tracker as one gateway heard it. */
export interface Advert extends Telemetry, Measured {
  /** The tracker's address, "AA:BB:CC:DD:EE:FF". */
  mac: string;
  /** Received power in dBm, -127…20. */
  rssi: number;
  /** Age in ms at the time of the message's `clock`; 0 if the advert gives no time. */
  ageMs: number;
}

/** An advert that was rejected while the rest of its message was accepted. */
export interface RejectedAdvert {
  reason: string;
  /** The advert as received, cut to a readable length. */
  sample: string;
}

/** The adverts of a receiver that reaches us through a middleware. */
export interface ReceiverAdverts {
  /** The receiver's MAC, "AA:BB:…". */
  gateway: string;
  adverts: Advert[];
}

/** Where a device says it is. */
export interface GpsPosition {
  lat: number;
  lon: number;
  /** Radius that contains the truth with 68 %, as the receiver states it, in metres. */
  accuracyM: number;
  /** Above the floor of the building's level 0, in metres; null: not given. */
  elevationM: number | null;
}

/** A position, or why the position that was sent is not valid. */
export type GpsReading = GpsPosition | { rejected: string };

/** The time that a gateway's own clock shows. */
export interface GatewayClock {
  /** Since 1970; in its own zone if it gives none. */
  ms: number;
  zoneless: boolean;
  /** It was never set and counts from when the gateway started. Absent: it was set. */
  unset?: true;
}

/** What a gateway said, whatever its make. */
export type GatewayMessage =
  | {
      kind: "scan";
      gateway: string;
      adverts: Advert[];
      rejected: RejectedAdvert[];
      gps?: GpsReading;
      /** Absent: it gives no time. */
      clock?: GatewayClock;
      /** What other receivers have heard, for which the sender speaks as well. Absent: it speaks only for itself. */
      receivers?: ReceiverAdverts[];
    }
  | { kind: "alive"; gateway: string; firmware: string | null }
  /** It is no longer there: a will, or its last words. No sign of life. */
  | { kind: "offline"; gateway: string }
  /** A message that every gateway of its make sends now and then, and that says nothing about a tracker or itself. */
  | { kind: "routine"; gateway: string }
  /** `reply` null: it does not say what it answers. */
  | { kind: "reply"; gateway: string; reply: DeviceReply | null };

/** A payload that is not a message of the gateway's dialect. Its text is the reason, shown in the developer tools. */
export class UndecodableMessage extends Error {
  override name = "UndecodableMessage";
}

/** An RSSI outside this range is a defect of the gateway or made up (gateways.md 6.5). */
export const MIN_RSSI_DBM = -127;
export const MAX_RSSI_DBM = 20;
