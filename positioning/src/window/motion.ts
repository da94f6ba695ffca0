import type { RssiWindow } from "./rssiWindow.ts";
import type { SiteModel } from "../model/siteModel.ts";
import type { TrackerState } from "../model/trackerState.ts";

/** Standard deviation of one packet around its window's mean, dB (measured: 3.8, lag-1 correlation 0.17). */
export const PACKET_SD_DB = 3.8;
const WINDOW_MS = 8000;
/** A slow tag needs this many of its periods in a window, up to the bound. */
const WINDOW_PERIODS = 4;
const LONGEST_WINDOW_MS = 120_000;
/** D above the first says moving at once (90 % of moving seconds, 1.5 % false); below the second it is calm. */
const MOVING_AT = 2.8;
const CALM_BELOW = 1.7;
const CALM_MS = 6000;
/** A tag's own flag counts while it is this fresh. */
const FLAG_MS = 30_000;

/**
 * Judges whether the tag moves: by its own flag where it sends one, else by how far two adjacent windows of each
 * gateway differ, D = mean of (m₁ − m₂)² / (σ²(1/n₁ + 1/n₂)), with hysteresis. Writes `state.motion`.
 */
export function judgeMotion(model: SiteModel, state: TrackerState, nowMs: number, periodMs: number): void {
  const { motion, flag } = state;
  if (flag && flag.atMs <= nowMs && nowMs - flag.atMs <= Math.max(FLAG_MS, 3 * periodMs)) {
    become(motion, flag.moving, nowMs);
    return;
  }
  const windowMs = Math.min(LONGEST_WINDOW_MS, Math.max(WINDOW_MS, WINDOW_PERIODS * periodMs));
  const d = differenceOfWindows(model, state.windows, nowMs, windowMs);
  if (d === null) return;
  if (d > MOVING_AT) {
    motion.calmSinceMs = null;
    become(motion, true, nowMs);
  } else if (d >= CALM_BELOW) motion.calmSinceMs = null;
  else {
    motion.calmSinceMs ??= nowMs;
    if (!motion.known || nowMs - motion.calmSinceMs >= CALM_MS) become(motion, false, nowMs);
  }
}

function become(motion: TrackerState["motion"], moving: boolean, nowMs: number): void {
  if (motion.known && motion.moving === moving) return;
  motion.known = true;
  motion.moving = moving;
  motion.sinceMs = nowMs;
}

function differenceOfWindows(
  model: SiteModel,
  windows: Map<string, RssiWindow>,
  nowMs: number,
  windowMs: number,
): number | null {
  let total = 0;
  let gateways = 0;
  for (const [anchorId, window] of windows) {
    if (!model.anchors.has(anchorId)) continue;
    const d = differenceWithin(window, nowMs, windowMs);
    if (d === null) continue;
    total += d;
    gateways++;
  }
  return gateways ? total / gateways : null;
}

/** What one gateway says of it; null where it has too few packets in either window. */
function differenceWithin({ count, atMs, rssi }: RssiWindow, nowMs: number, windowMs: number): number | null {
  let late = 0;
  let lateDbm = 0;
  let early = 0;
  let earlyDbm = 0;
  for (let i = count - 1; i >= 0 && atMs[i]! > nowMs - 2 * windowMs; i--) {
    if (atMs[i]! > nowMs) continue;
    if (atMs[i]! > nowMs - windowMs) {
      late++;
      lateDbm += rssi[i]!;
    } else {
      early++;
      earlyDbm += rssi[i]!;
    }
  }
  if (late < 2 || early < 2) return null;
  return (lateDbm / late - earlyDbm / early) ** 2 / (PACKET_SD_DB ** 2 * (1 / late + 1 / early));
}
