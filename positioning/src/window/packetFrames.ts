import { MODEL } from "../model/modelConstants.ts";
import { WINDOW } from "./windowConstants.ts";

/** Packets are classed by the power they state, whole dBm at 1 m; this class states none. */
export const unstated = 0;

/** Kept beside a window's levels if a tag sends several frames. */
export interface PacketFrames {
  /** The class of each packet. */
  stated: Int8Array;
  /** The level at which each was heard, dBm; null: the same as `rssi`. */
  heard: Float32Array | null;
}

/** The levels of a window's packets. */
export interface Levels {
  /** As heard, or brought to the strength of the tag's other frames where those differ (frameStrength.ts), dBm. */
  rssi: Float32Array;
  count: number;
  /** The class of its packets, and what else is kept if there are several classes. */
  stated: number;
  frames: PacketFrames | null;
}

/** The class of a packet by the power it states, dBm; null: it states none. */
export function frameOf(statedPowerDbm: number | null): number {
  return statedPowerDbm === null ? unstated : Math.round(statedPowerDbm);
}

/** A heard level, brought to the strength of the tag's other frames, dBm. */
export function levelled(heardDbm: number, shiftDb: number): number {
  return Math.max(WINDOW.minDbm, Math.min(MODEL.maxDbm, heardDbm + shiftDb));
}

/** The levels at which a window's packets were heard, dBm. */
export function measuredRssi({ frames, rssi }: Levels): Float32Array {
  return frames?.heard ?? rssi;
}

/** The class of one packet of a window. */
export function statedClass({ frames, stated }: Levels, index: number): number {
  return frames === null ? stated : frames.stated[index]!;
}

/** From now on keeps each packet's class, and its level as heard if the levels are to differ from that. */
export function splitFrames(window: Levels, areLevelled: boolean): PacketFrames {
  window.frames ??= { stated: new Int8Array(window.rssi.length).fill(window.stated), heard: null };
  if (areLevelled) window.frames.heard ??= window.rssi.slice();
  return window.frames;
}

/** Brings the packets of a window to one strength: `shiftOf` says by how much those of a class are raised, dB. */
export function levelWindow(window: Levels, shiftOf: (stated: number) => number): void {
  const { count, rssi } = window;
  let areLevelled = false;
  for (let i = 0; i < count && !areLevelled; i++) areLevelled = shiftOf(statedClass(window, i)) !== 0;
  const heard = areLevelled ? splitFrames(window, true).heard : window.frames?.heard;
  if (!heard) return;
  for (let i = 0; i < count; i++) rssi[i] = levelled(heard[i]!, shiftOf(statedClass(window, i)));
  if (!areLevelled) window.frames!.heard = null;
}
