/** What packets state of their power, as a class of packets: whole dBm at 1 m; this one: nothing. */
export const UNSTATED = 0;
const LEAST_DBM = -127;
const MOST_DBM = 20;

/** What is kept beside a window's levels where a tag sends several frames. */
export interface PacketFrames {
  /** What each packet states. */
  stated: Int8Array;
  /** What each was heard at, dBm; null: the levels are what was heard. */
  heard: Float32Array | null;
}

/** A window's packets by their strength. */
export interface Levels {
  /** As heard, or brought to the strength of the tag's other frames where those differ (frameStrength.ts), dBm. */
  rssi: Float32Array;
  count: number;
  /** The power that its packets state, and what else is kept where they do not all state the same. */
  stated: number;
  frames: PacketFrames | null;
}

/** The class of a packet by the power it states, dBm; null: it states none. */
export function frameOf(statedPowerDbm: number | null): number {
  return statedPowerDbm === null ? UNSTATED : Math.round(statedPowerDbm);
}

/** What was heard, brought to the strength of the tag's other frames, dBm. */
export function levelled(heardDbm: number, shiftDb: number): number {
  return Math.max(LEAST_DBM, Math.min(MOST_DBM, heardDbm + shiftDb));
}

/** What a window's packets were heard at, dBm. */
export function heardIn({ frames, rssi }: Levels): Float32Array {
  return frames?.heard ?? rssi;
}

/** What a packet of a window states. */
export function statedIn({ frames, stated }: Levels, index: number): number {
  return frames === null ? stated : frames.stated[index]!;
}

/** From now on it is kept of each packet what it states; and apart from the levels what was heard, if those are to differ. */
export function splitFrames(window: Levels, areLevelled: boolean): PacketFrames {
  window.frames ??= { stated: new Int8Array(window.rssi.length).fill(window.stated), heard: null };
  if (areLevelled) window.frames.heard ??= window.rssi.slice();
  return window.frames;
}

/** Brings the packets of a window to one strength: `shiftOf` says by how much those of a class are raised, dB. */
export function levelWindow(window: Levels, shiftOf: (stated: number) => number): void {
  const { count, rssi } = window;
  let areLevelled = false;
  for (let i = 0; i < count && !areLevelled; i++) areLevelled = shiftOf(statedIn(window, i)) !== 0;
  const heard = areLevelled ? splitFrames(window, true).heard : window.frames?.heard;
  if (!heard) return;
  for (let i = 0; i < count; i++) rssi[i] = levelled(heard[i]!, shiftOf(statedIn(window, i)));
  if (!areLevelled) window.frames!.heard = null;
}
