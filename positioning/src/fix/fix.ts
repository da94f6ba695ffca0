import type { RoomGuess } from "../model/roomGuess.ts";

/** A place of a tag at one time. */
export interface Fix {
  atMs: number;
  x: number;
  y: number;
  floor: string;
  /** The floor's elevation and the assumed height of tags above it, m; never estimated from RSSI. */
  elevationM: number;
  /** Radii that contain the true place with a probability of 68 % and of 95 %. */
  accuracyM: number;
  accuracyOuterM: number;
  mechanism: "TRILATERATED" | "ANCHORED" | "GPS";
  /** Null: it is not known whether the tag moves. */
  moving: boolean | null;
  nearest: Nearest | null;
  /** False where `accuracyM` is above the threshold: the fix is stored and does not move the asset. */
  shown: boolean;
  floorUncertain: boolean;
  gatewaysHeard: number;
  /** Null: none is drawn on the floor, or the tag is more likely in none of them. */
  room: RoomGuess | null;
  /** The place before the filter that steadies the display, mean time of its packets and variance along an axis. */
  raw: { x: number; y: number; atMs: number; varianceM2: number };
}

/** A gateway that hears the tag, how far it is from the tag, and how strongly it hears it, dBm. */
export interface Nearest {
  anchorId: string;
  distanceM: number;
  rssi: number;
}
