import { windowStats, type RssiWindow, type WindowStats } from "./rssiWindow.ts";
import type { SiteModel } from "./siteModel.ts";
import type { TrackerState } from "./trackerState.ts";

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

const early: WindowStats = { count: 0, meanDbm: 0, newestMs: 0, middleMs: 0 };
const late: WindowStats = { count: 0, meanDbm: 0, newestMs: 0, middleMs: 0 };

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
    windowStats(window, nowMs - windowMs, nowMs, Infinity, late);
    if (late.count < 2) continue;
    windowStats(window, nowMs - 2 * windowMs, nowMs - windowMs, Infinity, early);
    if (early.count < 2) continue;
    total += (late.meanDbm - early.meanDbm) ** 2 / (PACKET_SD_DB ** 2 * (1 / late.count + 1 / early.count));
    gateways++;
  }
  return gateways ? total / gateways : null;
}
