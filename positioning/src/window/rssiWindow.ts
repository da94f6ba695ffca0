import { MODEL } from "../model/modelConstants.ts";
import { countOf, meanOf } from "./packetMean.ts";
import { WINDOW } from "./windowConstants.ts";

/** The newest packets one gateway heard of one tag, oldest first; equal times are ordered by strength and stated power. */
export interface RssiWindow {
  count: number;
  atMs: Float64Array;
  /** As heard, dBm. */
  rssi: Float32Array;
  /** The class of each by the power it states (frameStrength.ts). */
  stated: Int8Array;
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
  /** The weakest of them as heard, dBm. */
  faintestDbm: number;
  /** Mean time of the packets, weighted by their counts (packetMean.ts). */
  middleMs: number;
}

/** A window that grows from room for so many packets. */
export function newRssiWindow(room = 8): RssiWindow {
  return {
    count: 0,
    atMs: new Float64Array(room),
    rssi: new Float32Array(room),
    stated: new Int8Array(room),
    lagMs: 0,
    laggedMs: -Infinity,
    smoothed: false,
    holdsMeans: false,
  };
}

/**
 * Inserts a packet at its place in time, in whatever order packets arrive. A packet already there (same time, strength
 * and stated power) is dropped, as is one older than all that are stored in a full window.
 */
export function insertPacket(window: RssiWindow, atMs: number, rssi: number, stated: number): void {
  const value = Math.fround(rssi);
  const isAfter = (i: number): number =>
    window.atMs[i]! - atMs || window.rssi[i]! - value || window.stated[i]! - stated;
  let at = window.count;
  while (at > 0 && isAfter(at - 1) > 0) at--;
  if (at > 0 && isAfter(at - 1) === 0) return;
  if (window.count === window.atMs.length) {
    const stale = staleCount(window, atMs);
    if (stale > at) return;
    if (stale === 0) grow(window);
    else move(window, 0, stale);
    window.count -= stale;
    at -= stale;
  }
  move(window, at + 1, at);
  window.count++;
  window.atMs[at] = atMs;
  window.rssi[at] = value;
  window.stated[at] = stated;
}

/** How many of the oldest packets need not be stored any longer, in a window that has no room left. */
function staleCount({ atMs, count }: RssiWindow, newMs: number): number {
  // A packet dated ahead, by whichever clock, makes no other old.
  const oldestMs = Math.min(newMs, atMs[count - 1]!) - WINDOW.storedMs;
  let stale = count === WINDOW.maxStoredPackets ? 1 : 0;
  while (count - stale > WINDOW.storedPackets && atMs[stale]! < oldestMs) stale++;
  return stale;
}

/** Moves all packets from one place on. */
function move({ atMs, rssi, stated, count }: RssiWindow, to: number, from: number): void {
  if (from === count) return;
  atMs.copyWithin(to, from, count);
  rssi.copyWithin(to, from, count);
  stated.copyWithin(to, from, count);
}

function grow(window: RssiWindow): void {
  const room = Math.min(WINDOW.maxStoredPackets, window.atMs.length * 2);
  const { atMs, rssi, stated } = window;
  window.atMs = new Float64Array(room);
  window.atMs.set(atMs);
  window.rssi = new Float32Array(room);
  window.rssi.set(rssi);
  window.stated = new Int8Array(room);
  window.stated.set(stated);
}

/**
 * Mean (packetMean.ts) of the newest packets at or before `untilMs` and after `fromMs`, at most `maxPackets` of them;
 * writes into `out`. If the gateway averages by itself, the mean is the newest packet's value, as certain as the mean of
 * that many.
 * @param shiftsDb by how much packets of each class are raised (frameStrength.ts)
 */
export function windowStats(
  { atMs, rssi, stated, count: stored, smoothed }: RssiWindow,
  shiftsDb: Int8Array,
  fromMs: number,
  untilMs: number,
  maxPackets: number,
  out: WindowStats,
): void {
  let count = 0;
  let times = 0;
  let sum = 0;
  let max = 0;
  let newestDbm = Number.NaN;
  let faintestDbm = Infinity;
  for (let i = stored - 1; i >= 0 && count < maxPackets; i--) {
    const at = atMs[i]!;
    if (at > untilMs) continue;
    if (at <= fromMs) break;
    const dbm = rssi[i]!;
    if (count++ === 0) newestDbm = dbm;
    else if (smoothed) continue;
    const shiftDb = shiftsDb[stated[i]! + 128]!;
    const counts = countOf(shiftDb === 0 ? dbm : Math.max(WINDOW.minDbm, Math.min(MODEL.maxDbm, dbm + shiftDb)));
    sum += counts;
    if (counts > max) max = counts;
    if (dbm < faintestDbm) faintestDbm = dbm;
    times += counts * (at - untilMs);
  }
  out.count = count;
  out.meanDbm = smoothed || count === 0 ? newestDbm : meanOf(sum, max, count);
  out.faintestDbm = faintestDbm;
  out.middleMs = count ? untilMs + times / sum : Number.NaN;
}

/** Drops every packet later than `latestMs`, after a clock was set back. */
export function dropLaterThan(window: RssiWindow, latestMs: number): void {
  while (window.count && window.atMs[window.count - 1]! > latestMs) window.count--;
}
