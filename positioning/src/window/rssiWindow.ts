import { countOf, meanOf } from "./packetMean.ts";

/** The newest packets one gateway heard of one tag, oldest first; equal times are ordered by strength. */
export interface RssiWindow {
  atMs: Float64Array;
  rssi: Float32Array;
  count: number;
  /** The longest that a packet of the gateway's last upload has waited, and when that came (uploads.ts), ms. */
  lagMs: number;
  laggedMs: number;
  /** The gateway has averaged already: its newest packet stands for those before it. */
  smoothed: boolean;
  /** Its packets say the mean of those that they stand for. */
  holdsMeans: boolean;
}

/** What a window holds of one span of time. */
export interface WindowStats {
  count: number;
  meanDbm: number;
  newestMs: number;
  /** The weakest of them, dBm. */
  faintestDbm: number;
  /** Mean time of the packets, each by what it counts. */
  middleMs: number;
}

/** Packets of each gateway that make a fix of a tag that stands: beyond 3–5 the error is shadowing. */
export const STILL_PACKETS = 10;
/** Packets that are kept however old they are, and for how long more are kept: both windows of the motion test. */
const KEPT_PACKETS = 48;
const KEPT_MS = 20_000;
/** Bound on memory. */
const MOST_PACKETS = 256;

export function newRssiWindow(): RssiWindow {
  return {
    atMs: new Float64Array(8),
    rssi: new Float32Array(8),
    count: 0,
    lagMs: 0,
    laggedMs: -Infinity,
    smoothed: false,
    holdsMeans: false,
  };
}

/**
 * Keeps a packet in its place in time, whatever the order in which packets come. A packet already there (same time,
 * same strength) and one older than everything in a full window are dropped.
 */
export function insertPacket(window: RssiWindow, atMs: number, rssi: number): void {
  const value = Math.fround(rssi);
  let at = window.count;
  while (at > 0 && comesAfter(window, at - 1, atMs, value)) at--;
  if (at > 0 && window.atMs[at - 1] === atMs && window.rssi[at - 1] === value) return;
  if (isFull(window, atMs)) {
    if (at === 0) return;
    window.atMs.copyWithin(0, 1, at);
    window.rssi.copyWithin(0, 1, at);
    at--;
  } else {
    if (window.count === window.atMs.length) grow(window);
    window.atMs.copyWithin(at + 1, at, window.count);
    window.rssi.copyWithin(at + 1, at, window.count);
    window.count++;
  }
  window.atMs[at] = atMs;
  window.rssi[at] = value;
}

function isFull({ atMs, count }: RssiWindow, newMs: number): boolean {
  if (count < KEPT_PACKETS) return false;
  const newestMs = Math.max(newMs, atMs[count - 1]!);
  return count === MOST_PACKETS || Math.min(newMs, atMs[0]!) < newestMs - KEPT_MS;
}

/**
 * Mean (packetMean.ts) of the newest packets at or before `untilMs` that are not older than `fromMs` (exclusive), at most
 * `mostPackets` of them; writes into `out`. Where the gateway has averaged already it is the newest one's value.
 */
export function windowStats(
  window: RssiWindow,
  fromMs: number,
  untilMs: number,
  mostPackets: number,
  out: WindowStats,
): WindowStats {
  let count = 0;
  let times = 0;
  let sum = 0;
  let most = 0;
  let newestMs = -Infinity;
  let newestDbm = Number.NaN;
  let faintestDbm = Infinity;
  const { atMs, rssi: levels } = window;
  for (let i = window.count - 1; i >= 0 && count < mostPackets; i--) {
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
    if (counts > most) most = counts;
    if (rssi < faintestDbm) faintestDbm = rssi;
    times += counts * (at - untilMs);
    count++;
  }
  if (window.smoothed && count) {
    // As sure as the mean of as many packets.
    out.count = count;
    out.meanDbm = newestDbm;
    out.newestMs = newestMs;
    out.faintestDbm = newestDbm;
    out.middleMs = newestMs;
    return out;
  }
  out.count = count;
  out.meanDbm = count ? meanOf(sum, most, count) : Number.NaN;
  out.newestMs = newestMs;
  out.faintestDbm = faintestDbm;
  out.middleMs = count ? untilMs + times / sum : Number.NaN;
  return out;
}

/** Drops every packet later than `latestMs`: what was kept before a clock went back. */
export function dropLaterThan(window: RssiWindow, latestMs: number): void {
  while (window.count && window.atMs[window.count - 1]! > latestMs) window.count--;
}

function comesAfter(window: RssiWindow, index: number, atMs: number, rssi: number): boolean {
  const at = window.atMs[index]!;
  return at > atMs || (at === atMs && window.rssi[index]! > rssi);
}

function grow(window: RssiWindow): void {
  const size = Math.min(MOST_PACKETS, window.atMs.length * 2);
  const atMs = new Float64Array(size);
  const rssi = new Float32Array(size);
  atMs.set(window.atMs);
  rssi.set(window.rssi);
  window.atMs = atMs;
  window.rssi = rssi;
}
