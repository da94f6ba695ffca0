import { compareWindows, newDifferences, type PlacedWindows } from "./compareWindows.ts";
import { squareSpeedOf, type Trail } from "./trail.ts";
import { WINDOW } from "./windowConstants.ts";

/** What tells that a moving tag has stopped, before its windows are calm. */
export interface StopDetector {
  hasStopped: boolean;
  /** Sum of log-likelihood ratios of the tag going on rather than standing, between `WINDOW.stopNats` and 0. */
  evidence: number;
  /** The square of the speed at which it went, m²/s². */
  mps2: number;
  /** When all this was last judged, ms. */
  atMs: number;
}

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
  windows: PlacedWindows,
  trail: Trail,
  heard: { nowMs: number; sinceMs: number; periodMs: number; packetDb2: number },
): void {
  const { nowMs, periodMs } = heard;
  const goneS = Math.max(0, nowMs - stopDetector.atMs) / 1000;
  stopDetector.atMs = nowMs;
  if (stopDetector.evidence === 0 && nowMs - heard.sinceMs > WINDOW.shortMs)
    updateSpeed(stopDetector, trail, nowMs, goneS);
  const spanMs = Math.max(WINDOW.stopSpanMs, WINDOW.motionPeriods * periodMs);
  const displacementM2 = (stopDetector.mps2 * (spanMs / 1000) ** 2) / 2;
  const from = trail.places.at(-1);
  if (!from || spanMs > WINDOW.maxStopSpanMs || displacementM2 < WINDOW.minStopM2) {
    resetStopDetector(stopDetector);
    return;
  }
  compareWindows(windows, { nowMs, lateMs: spanMs, earlyMs: spanMs, displacementM2 }, heard.packetDb2, from, stop);
  if (stop.tested < WINDOW.minTested) {
    resetStopDetector(stopDetector);
    return;
  }
  const share = Math.min(1, (1000 * goneS) / spanMs);
  const evidence = stopDetector.evidence + Math.max(WINDOW.stopNats, stop.score) * share;
  stopDetector.evidence = Math.max(WINDOW.stopNats, Math.min(0, evidence));
  stopDetector.hasStopped = stopDetector.evidence <= WINDOW.stopNats;
}

function updateSpeed(stopDetector: StopDetector, trail: Trail, nowMs: number, goneS: number): void {
  const mps2 = squareSpeedOf(trail, nowMs);
  if (mps2 === null) return;
  stopDetector.mps2 += (1 - Math.exp(-goneS / WINDOW.stopSpeedS)) * (mps2 - stopDetector.mps2);
}
