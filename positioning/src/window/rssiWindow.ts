import { measuredRssi, levelled, type Levels, splitFrames, statedClass, unstated } from "./packetFrames.ts";
import { countOf, meanOf } from "./packetMean.ts";
import { WINDOW } from "./windowConstants.ts";

/** The newest packets one gateway heard of one tag, oldest first; equal times are ordered by strength. */
export interface RssiWindow extends Levels {
  atMs: Float64Array;
  /** Longest wait of a packet in the gateway's last upload, and when that upload arrived (uploads.ts), ms. */
  lagMs: number;
  laggedMs: number;
  /** The gateway averages packets itself: its newest packet stands for those before it. */
  smoothed: boolean;
  /** Its packets give the mean of the packets they stand for. */
  holdsMeans: boolean;
}

/** Statistics of a window over one span of time. */
export interface WindowStats {
  count: number;
  meanDbm: number;
  newestMs: number;
  /** The weakest of them as heard, dBm. */
  faintestDbm: number;
  /** Mean time of the packets, weighted by their counts (packetMean.ts). */
  middleMs: number;
}

export function newRssiWindow(): RssiWindow {
  return {
    atMs: new Float64Array(8),
    rssi: new Float32Array(8),
    count: 0,
    stated: unstated,
    frames: null,
    lagMs: 0,
    laggedMs: -Infinity,
    smoothed: false,
    holdsMeans: false,
  };
}

/**
 * Inserts a packet at its place in time, in whatever order packets arrive. A packet already there (same time, strength
 * and stated power) is dropped, as is one older than all that are stored in a full window.
 * @param shiftDb by how much packets that state this power are raised
 */
export function insertPacket(window: RssiWindow, atMs: number, rssi: number, stated = unstated, shiftDb = 0): void {
  const value = Math.fround(rssi);
  if (window.count === 0 && window.frames === null) window.stated = stated;
  if (window.stated !== stated || shiftDb !== 0) splitFrames(window, shiftDb !== 0);
  let at = window.count;
  while (at > 0 && comesAfter(window, at - 1, atMs, value, stated)) at--;
  if (at > 0 && isSame(window, at - 1, atMs, value, stated)) return;
  if (window.count === window.atMs.length) {
    const stale = staleCount(window, atMs);
    if (stale > at) return;
    if (stale === 0) grow(window);
    else move(window, 0, stale, window.count);
    window.count -= stale;
    at -= stale;
  }
  if (at < window.count) move(window, at + 1, at, window.count);
  window.count++;
  window.atMs[at] = atMs;
  window.rssi[at] = shiftDb === 0 ? value : levelled(value, shiftDb);
  if (window.frames === null) return;
  window.frames.stated[at] = stated;
  if (window.frames.heard) window.frames.heard[at] = value;
}

/** How many of the oldest packets need not be stored any longer, in a window that has no room left. */
function staleCount({ atMs, count }: RssiWindow, newMs: number): number {
  // A packet dated ahead, by whichever clock, makes no other old.
  const oldestMs = Math.min(newMs, atMs[count - 1]!) - WINDOW.storedMs;
  let stale = count === WINDOW.maxStoredPackets ? 1 : 0;
  while (count - stale > WINDOW.storedPackets && atMs[stale]! < oldestMs) stale++;
  return stale;
}

function move({ atMs, rssi, frames }: RssiWindow, to: number, from: number, end: number): void {
  atMs.copyWithin(to, from, end);
  rssi.copyWithin(to, from, end);
  frames?.stated.copyWithin(to, from, end);
  frames?.heard?.copyWithin(to, from, end);
}

/**
 * Mean (packetMean.ts) of the newest packets at or before `untilMs` and after `fromMs`, at most `maxPackets` of them;
 * writes into `out`. If the gateway averages by itself, the mean is the newest packet's value.
 */
export function windowStats(
  window: RssiWindow,
  fromMs: number,
  untilMs: number,
  maxPackets: number,
  out: WindowStats,
): WindowStats {
  let count = 0;
  let times = 0;
  let sum = 0;
  let max = 0;
  let newestMs = -Infinity;
  let newestDbm = Number.NaN;
  let faintestDbm = Infinity;
  const { atMs, rssi: levels } = window;
  const heard = measuredRssi(window);
  for (let i = window.count - 1; i >= 0 && count < maxPackets; i--) {
    const at = atMs[i]!;
    if (at > untilMs) continue;
    if (at <= fromMs) break;
    if (count === 0) {
      newestMs = at;
      newestDbm = levels[i]!;
    }
    const rssi = levels[i]!;
    const counts = countOf(rssi);
    sum += counts;
    if (counts > max) max = counts;
    if (heard[i]! < faintestDbm) faintestDbm = heard[i]!;
    times += counts * (at - untilMs);
    count++;
  }
  if (window.smoothed && count) {
    // As certain as the mean of this many packets.
    out.count = count;
    out.meanDbm = newestDbm;
    out.newestMs = newestMs;
    out.faintestDbm = newestDbm;
    out.middleMs = newestMs;
    return out;
  }
  out.count = count;
  out.meanDbm = count ? meanOf(sum, max, count) : Number.NaN;
  out.newestMs = newestMs;
  out.faintestDbm = faintestDbm;
  out.middleMs = count ? untilMs + times / sum : Number.NaN;
  return out;
}

/** Drops every packet later than `latestMs`, after a clock was set back. */
export function dropLaterThan(window: RssiWindow, latestMs: number): void {
  while (window.count && window.atMs[window.count - 1]! > latestMs) window.count--;
}

function comesAfter(window: RssiWindow, index: number, atMs: number, rssi: number, stated: number): boolean {
  const at = window.atMs[index]!;
  if (at !== atMs) return at > atMs;
  const heard = measuredRssi(window)[index]!;
  return heard > rssi || (heard === rssi && statedClass(window, index) > stated);
}

function isSame(window: RssiWindow, index: number, atMs: number, rssi: number, stated: number): boolean {
  return window.atMs[index] === atMs && measuredRssi(window)[index] === rssi && statedClass(window, index) === stated;
}

function grow(window: RssiWindow): void {
  const size = Math.min(WINDOW.maxStoredPackets, window.atMs.length * 2);
  const { frames } = window;
  window.atMs = copied(window.atMs, new Float64Array(size));
  window.rssi = copied(window.rssi, new Float32Array(size));
  if (frames === null) return;
  frames.stated = copied(frames.stated, new Int8Array(size));
  frames.heard &&= copied(frames.heard, new Float32Array(size));
}

function copied<T extends Float64Array | Float32Array | Int8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
