import type { DeviceReply } from "./downlink.ts";

/** What an advert may tell about its tracker beside having been heard. Absent keys were not in the advert. */
export interface Telemetry {
  /** Battery voltage in millivolts. */
  batteryMv?: number;
  /** Battery charge in percent, 0…100. */
  batteryLevel?: number;
  /** Degrees Celsius. */
  temperature?: number;
  /** Relative humidity in percent. */
  humidity?: number;
  /** From the tracker's own accelerometer; one sample, so a reader should not believe a single `false`. */
  moving?: boolean;
  /** A button that was pressed, and how: "press", "double_press" … */
  button?: string;
  /** The first frame of the advert that is known: "ibeacon", "eddystone" … */
  frame?: string;
  /** RSSI that the tracker is said to give at 1 m, in dBm. */
  measuredPower?: number;
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

/** What a gateway has measured of an advert beside its power. Absent keys were not told. */
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
  /** Age in ms when the gateway's own clock showed what its message tells of it (`clock`); 0 where it gives none. */
  ageMs: number;
}

/** An advert that was left out of a message that was otherwise taken. */
export interface RejectedAdvert {
  reason: string;
  /** The advert as it came, cut to a readable length. */
  sample: string;
}

/** Where a device says it is. */
export interface GpsPosition {
  lat: number;
  lon: number;
  /** Radius that holds the truth with 68 %, as the receiver states it, in metres. */
  accuracyM: number;
  /** Above the floor of the building's level 0, in metres; null: not told. */
  elevationM: number | null;
}

/** A position, or the reason why what was sent as one is none. */
export type GpsReading = GpsPosition | { rejected: string };

/** The time that a gateway's own clock shows. */
export interface GatewayClock {
  /** Since 1970; of its own zone where it tells none. */
  ms: number;
  zoneless: boolean;
  /** It was never set, and counts from when the gateway started. Absent: it was. */
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
      /** Absent: it tells no time. */
      clock?: GatewayClock;
    }
  | { kind: "alive"; gateway: string; firmware: string | null }
  /** `reply` null: it does not say what it answers. */
  | { kind: "reply"; gateway: string; reply: DeviceReply | null };

/** A payload that is no message of the gateway's dialect. Its text is the reason, in words for the developer tools. */
export class UndecodableMessage extends Error {
  override name = "UndecodableMessage";
}

/** RSSI outside of this is a defect of the gateway or an invention (gateways.md 6.5). */
export const MIN_RSSI_DBM = -127;
export const MAX_RSSI_DBM = 20;
