import type { Calibration } from "@pulse/positioning/model/calibration";
import { calibrateFromSurvey } from "@pulse/positioning/learn/calibrateFromSurvey";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import { fitTraffic, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { locate } from "@pulse/positioning/engine/locate";
import { calibrationPoints } from "./calibrationPoints.ts";
import { playUntil, scheduleNext, newPlayback } from "./playback.ts";
import type { Session, TruthRow } from "./recordings.ts";
import { unusedSurveyParts } from "./unusedSurveyParts.ts";

const STEP_MS = 1000;

export interface SiteCalibration {
  /** Null if the defaults are as good. */
  calibration: Calibration | null;
  /** The parts of the survey that could not be used, in words. */
  unused: string[];
}

/**
 * Calibrates from recordings with truth as far as they allow: first as if the places were unknown (L1), then with them
 * (L2, L3) if that is better on held-back points.
 */
export function calibrateSite(
  modelWith: (calibration: Calibration | null) => SiteModel,
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
): SiteCalibration {
  const plain = modelWith(null);
  const present = fromTraffic(plain, sessions);
  const snapshots = calibrationPoints(sessions, truth);
  const survey = calibrateFromSurvey({
    snapshots,
    version: (present?.version ?? 0) + 1,
    modelWith,
    present,
  });
  const makes = makesOf(sessions.filter(({ tagId }) => snapshots.some((point) => point.tagId === tagId)));
  const surveyed = survey && makes ? { ...survey, surveyedModels: makes } : survey;
  return {
    calibration: surveyed ?? present,
    unused: unusedSurveyParts(sessions, truth, snapshots, [...plain.anchors.values()]),
  };
}

/** The makes that a survey was walked with; null: of some tags none is known, so that it may speak for any. */
function makesOf(sessions: readonly Session[]): string[] | null {
  const makes = new Set<string>();
  for (const { make } of sessions) {
    if (make === undefined) return null;
    makes.add(make);
  }
  return [...makes];
}

function fromTraffic(model: SiteModel, sessions: readonly Session[]): Calibration | null {
  const traffic = newTrafficSample();
  for (const session of sessions) {
    const tag = newPlayback(session, STEP_MS);
    for (let nowMs = tag.dueMs; nowMs < Infinity; nowMs = tag.dueMs) {
      playUntil(tag, nowMs);
      if (locate(model, tag.state, nowMs)) sampleTraffic(traffic, model, session.tagId, nowMs);
      scheduleNext(tag, nowMs, STEP_MS);
    }
  }
  return fitTraffic(traffic, model, 0);
}

/** One line that says what was learned. */
export function calibrationLine(calibration: Calibration | null): string {
  if (!calibration) return "calibration: nothing won over the defaults (L0)";
  const { level, exponent, tagOffsetSdDb, heldBack } = calibration;
  const law = `L${level}, n ${exponent.toFixed(2)}, tags ±${tagOffsetSdDb.toFixed(1)} dB`;
  if (!heldBack) return `calibration: ${law}`;
  const { before, after, points } = heldBack;
  return `calibration: ${law}; ${points} held-back points: mean ${before.meanM.toFixed(2)} → ${after.meanM.toFixed(2)} m, P90 ${before.p90M.toFixed(2)} → ${after.p90M.toFixed(2)} m`;
}
