import { addMeasurement, type Measurements } from "./measurements.ts";
import { windowStats, type WindowStats } from "./rssiWindow.ts";
import type { SiteModel } from "../model/siteModel.ts";
import type { TrackerState } from "../model/trackerState.ts";

/** Packets of each gateway that make a fix: beyond 3–5 the error is shadowing, which averaging does not touch. */
const MOVING_PACKETS = 5;
const STILL_PACKETS = 10;
const SHORTEST_MS = 3000;
const PERIODS = 3;
/** How old a packet may be at most, moving and still. */
const MOVING_OLDEST_MS = 30_000;
const STILL_OLDEST_MS = 120_000;
/** Packets that tell the advertising period. */
const PERIOD_PACKETS = 9;
const USUAL_PERIOD_MS = 1000;
/** A window nobody has added to for this long is forgotten. */
const FORGET_MS = 600_000;

const gaps = new Float64Array(256);
const stats: WindowStats = { count: 0, meanDbm: 0, newestMs: 0, middleMs: 0 };

/** How often a gateway usually hears the tag (ms): the middle one of the gateways' mean gaps. */
export function advertisingPeriodMs(state: TrackerState, nowMs: number): number {
  let count = 0;
  for (const window of state.windows.values()) {
    let newest = window.count - 1;
    while (newest >= 0 && window.atMs[newest]! > nowMs) newest--;
    const oldest = Math.max(0, newest - PERIOD_PACKETS + 1);
    if (newest - oldest < 1 || nowMs - window.atMs[newest]! > STILL_OLDEST_MS) continue;
    const gapMs = (window.atMs[newest]! - window.atMs[oldest]!) / (newest - oldest);
    if (gapMs > 0 && count < gaps.length) gaps[count++] = gapMs;
  }
  if (count === 0) return USUAL_PERIOD_MS;
  return gaps.subarray(0, count).sort()[(count - 1) >> 1]!;
}

/** The span and number of packets that make a fix now: by packets and by age, since a tag may advertise each 40 s. */
export interface WindowRule {
  spanMs: number;
  packets: number;
}

export function windowRule(moving: boolean, still: boolean, periodMs: number, fixedSpanMs: number | null): WindowRule {
  if (fixedSpanMs !== null) return { spanMs: fixedSpanMs, packets: Infinity };
  if (still) {
    return {
      spanMs: Math.min(STILL_OLDEST_MS, Math.max(2 * SHORTEST_MS, STILL_PACKETS * periodMs)),
      packets: STILL_PACKETS,
    };
  }
  const oldest = moving ? MOVING_OLDEST_MS : STILL_OLDEST_MS;
  return { spanMs: Math.min(oldest, Math.max(SHORTEST_MS, PERIODS * periodMs)), packets: MOVING_PACKETS };
}

/** Fills `m` with what each gateway of the site heard within the rule, and forgets gateways long silent. */
export function collectWindows(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  rule: WindowRule,
  m: Measurements,
): void {
  m.count = 0;
  for (const [anchorId, window] of state.windows) {
    if (!(window.count && window.atMs[window.count - 1]! > nowMs - FORGET_MS)) {
      state.windows.delete(anchorId);
      continue;
    }
    const anchor = model.anchors.get(anchorId);
    if (!anchor || nowMs > anchor.validUntilMs) continue;
    windowStats(window, nowMs - rule.spanMs, nowMs, rule.packets, stats);
    if (!stats.count) continue;
    if (stats.newestMs > anchor.heardMs || anchor.heardMs > nowMs) anchor.heardMs = stats.newestMs;
    addMeasurement(m, anchor, stats.meanDbm, stats.count, stats.middleMs);
  }
}
