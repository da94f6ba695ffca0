import { compareWindows, newDifferences } from "./compareWindows.ts";
import { squareSpeedOf, type Trail } from "./trail.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import type { LearningSite } from "../model/siteLearning.ts";

/** What tells that a moving tag has stopped, before its windows are calm. */
export interface StopDetector {
  hasStopped: boolean;
  /** Sum of log-likelihood ratios of the tag going on rather than standing, between `SURE_AT` and 0. */
  evidence: number;
  /** The square of the speed at which it went, m²/s². */
  mps2: number;
  /** When all this was last judged, ms. */
  atMs: number;
}

/** Two adjacent windows are compared: as short as that, ms, or as many of the tag's periods. */
const SPAN_MS = 4000;
const SPAN_PERIODS = 4;
/** In longer windows a walker may have gone there and back. */
const LONGEST_SPAN_MS = 12_000;
/** The tag has stopped once the sum is down to the first, and goes on once it is above the second. */
const SURE_AT = -3;
const GOES_AT = -2.5;
/** One comparison tells at most this much: someone who turns back is for a moment where he was. */
const MAX_OF_ONE = 3;
/** Fewer gateways do not tell. */
const MIN_GATEWAYS = 3;
/** The speed is a mean over this time, s, and is not measured in the first seconds after a start, ms. */
const SPEED_S = 15;
const STARTED_MS = 3000;
const FASTEST_MPS2 = 4;
/**
 * A stroller who goes less far than this between two windows cannot be told from one who stands, m² along an axis:
 * 0.75 m/s with windows of 4 s. Where he stops, the windows have to become calm.
 */
const MIN_GONE_M2 = 4.5;
/** A comparison stands for this long at most, s. */
const LONGEST_STEP_S = 1.5;

export function newStopDetector(nowMs = -Infinity): StopDetector {
  return { hasStopped: false, evidence: 0, mps2: 0, atMs: nowMs };
}

/** Takes the tag for moving again, when something else tells so. */
export function resetStopDetector(stopDetector: StopDetector): void {
  stopDetector.evidence = 0;
  stopDetector.hasStopped = false;
}

/** Scratch space of the module. */
const stop = newDifferences();

/**
 * Judges whether a tag that is taken for moving has stopped: the windows of a tag that goes on as fast as it went would
 * differ by what it goes in the meantime. The log-likelihood ratios of both are summed (Page's CUSUM test); windows
 * that overlap share packets, so that each counts for the time since the last.
 * @param sinceMs when the tag started
 */
export function updateStopDetector(
  stopDetector: StopDetector,
  model: LearningSite,
  { windows, trail }: { windows: Map<string, RssiWindow>; trail: Trail },
  heard: { nowMs: number; sinceMs: number; periodMs: number; packetDb2: number },
): void {
  const { nowMs, periodMs } = heard;
  const goneS = Math.max(0, nowMs - stopDetector.atMs) / 1000;
  stopDetector.atMs = nowMs;
  if (stopDetector.evidence === 0 && nowMs - heard.sinceMs > STARTED_MS) updateSpeed(stopDetector, trail, nowMs, goneS);
  const spanMs = Math.max(SPAN_MS, SPAN_PERIODS * periodMs);
  const displacementM2 = (Math.min(FASTEST_MPS2, stopDetector.mps2) * (spanMs / 1000) ** 2) / 2;
  const from = trail.places.at(-1);
  if (!from || spanMs > LONGEST_SPAN_MS || displacementM2 < MIN_GONE_M2) {
    resetStopDetector(stopDetector);
    return;
  }
  compareWindows(
    model,
    windows,
    { nowMs, lateMs: spanMs, earlyMs: spanMs, displacementM2 },
    heard.packetDb2,
    from,
    stop,
  );
  if (stop.tested < MIN_GATEWAYS) {
    resetStopDetector(stopDetector);
    return;
  }
  const share = (1000 * Math.min(LONGEST_STEP_S, goneS)) / spanMs;
  const told = stopDetector.evidence + Math.max(-MAX_OF_ONE, stop.score) * share;
  stopDetector.evidence = Math.max(SURE_AT, Math.min(0, told));
  stopDetector.hasStopped = stopDetector.evidence <= (stopDetector.hasStopped ? GOES_AT : SURE_AT);
}

function updateSpeed(stopDetector: StopDetector, trail: Trail, nowMs: number, goneS: number): void {
  const mps2 = squareSpeedOf(trail, nowMs);
  if (mps2 === null) return;
  stopDetector.mps2 += (1 - Math.exp(-goneS / SPEED_S)) * (mps2 - stopDetector.mps2);
}
