import { collectWindows } from "../window/collectWindows.ts";
import { newMotion, recordPlace } from "../window/motionState.ts";
import { limitSpeed } from "../smooth/limitSpeed.ts";
import { filterPlace, newDisplayFilter, placeAt } from "../smooth/displayFilter.ts";
import type { Fix } from "../fix/fix.ts";
import { chooseFloor, type FloorChoice } from "../fix/chooseFloor.ts";
import { type MotionEstimate, estimateMotion } from "./estimateMotion.ts";
import { displayPlace } from "../fix/displayPlace.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import { updateResiduals } from "../learn/gatewayHealth.ts";
import { collectDirect } from "../window/directMeasurements.ts";
import { learnFrames, statedPower } from "../window/frameStrength.ts";
import { arrangeFor, type Measurements } from "../window/measurements.ts";
import { correctCensoring } from "../window/correctCensoring.ts";
import { setWeights } from "../cost/setWeights.ts";
import type { Point } from "../model/outline.ts";
import { solveDirect, type DirectFit } from "../cost/directFit.ts";
import { type Posterior, solvePosterior } from "../cost/posterior.ts";
import { updateTrackerChiSquare, expectedChiSquare } from "../fix/trackerChiSquare.ts";
import { errorScale, effectiveGateways } from "../fix/radius.ts";
import { newEvidence } from "../fix/averageEvidence.ts";
import { FIX } from "../fix/fixConstants.ts";
import { chooseRoom } from "../fix/chooseRoom.ts";
import { statedRadii, wideningOf } from "../fix/statedRadii.ts";
import { dropLaterThan } from "../window/rssiWindow.ts";
import { nonDetectingAnchors } from "../cost/nonDetectingAnchors.ts";
import { updateMissedPackets } from "../learn/missedPackets.ts";
import { updateChiSquare } from "../learn/updateChiSquare.ts";
import { updateSlabLoss } from "../learn/slabLoss.ts";
import { strengthAlone } from "../learn/strengthAlone.ts";
import { tagModelPrior } from "../learn/tagModelPrior.ts";
import { isLearningDue, isNewPlace, learnOffset } from "../learn/tagOffset.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "./siteModel.ts";
import type { TrackerState } from "./trackerState.ts";
import { WINDOW } from "../window/windowConstants.ts";
import { ENGINE } from "./engineConstants.ts";

/**
 * Where the tag is at `nowMs`, from everything heard up to then; null if nothing was. Time need not be monotonic. Never
 * throws and never leaves the floor's outline.
 */
export function locate(model: SiteModel, state: TrackerState, nowMs: number): Fix | null {
  if (!Number.isFinite(nowMs)) return null;
  minClock(state, nowMs);
  if (state.frames) learnFrames(state.frames, state.windows, nowMs, model.learning.faintestDbm);
  const motion = estimateMotion(model, state, nowMs);
  const { measurements: m, posterior } = model.work;
  collectWindows(model, state, nowMs, motion.rule, m);
  const gatewaysHeard = m.count;
  const choice = chooseFloor(model, state, nowMs, motion.rule.spanMs, motion.shortestMs <= WINDOW.frequentMs);
  if (!choice) return null;
  const { floor } = choice;
  solve(model, state, nowMs, motion, choice);
  const raw = nearestOnFloor(floor.grid, posterior.x, posterior.y);
  const smoothed = smoothedPlace(model, state, nowMs, motion, floor, raw);
  const sdM = smoothed.fixScaleM / Math.SQRT2;
  recordPlace(state.motion, { atMs: nowMs, floor: floor.id, x: raw.x, y: raw.y, sdM });
  const { direct } = model.work;
  const widen = wideningOf(posterior, effectiveGateways(m), model, direct);
  const room = chooseRoom(model, floor, state, nowMs, widen);
  const display = displayPlace(model, state, nowMs, motion.still, floor, smoothed.place, room);
  const { inMotion, lagMs, apparentMps } = motion;
  const { innerM, outerM } = statedRadii(posterior, {
    gateways: effectiveGateways(m),
    calibration: model.calibration,
    direct,
    scatter: expectedChiSquare(state.scatter, model.learning.chiSquare),
    motion: inMotion ? { speedMps: apparentMps, isLate: lagMs > 0 } : null,
    rest:
      motion.restsFromMs > -Infinity ? { forMs: Math.max(0, nowMs - motion.restsFromMs), lagMs: motion.lateMs } : null,
    displacementM2: display.biasM ? 0 : smoothed.displacementM2,
    offM: display.biasM || smoothed.lagM,
  });
  return {
    atMs: nowMs,
    x: display.place.x,
    y: display.place.y,
    floor: floor.id,
    elevationM: floor.elevationM + model.tagHeightM,
    accuracyM: innerM,
    accuracyOuterM: outerM,
    mechanism: model.settings.mechanism,
    moving: state.motion.known ? motion.inMotion && !state.motion.hasStopped : null,
    nearest: display.nearest,
    shown: innerM <= model.settings.locationAccuracyThresholdM,
    floorUncertain: choice.uncertain,
    gatewaysHeard,
    room: display.room,
    raw: { x: raw.x, y: raw.y, atMs: smoothed.measuredMs, varianceM2: smoothed.fixScaleM ** 2 / 2 },
  };
}

/** Finds where the tag may be from the collected windows, and learns about the tag and the gateways. */
function solve(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  motion: MotionEstimate,
  { floor, uncertain }: FloorChoice,
): void {
  const { measurements: m, posterior, scratch, prior } = model.work;
  const { slab } = model.learning;
  const { uses } = model;
  arrangeFor(m, floor, { tagHeightM: model.tagHeightM, slabDb: slab.meanDb });
  // If a tag advertises rarely, packet counts say nothing.
  if (motion.shortestMs <= WINDOW.frequentMs && uses.censoring) correctCensoring(m, model.learning.faintestDbm);
  setWeights(m, model);
  const nonDetecting = nonDetectingAnchors(
    model,
    state,
    m,
    floor,
    nowMs,
    motion.rule.spanMs,
    motion.shortestMs <= WINDOW.frequentMs,
  );
  const observations = state.direct.size ? collectDirect(model.anchors, state.direct, nowMs, motion.rule.spanMs) : [];
  const direct = { floor, tagHeightM: model.tagHeightM, speedMps: motion.apparentMps, observations };
  const evidence = observations.length ? direct : null;
  // Levels heard at different places say nothing about one place.
  const isMixed = motion.lagMs > 0 || oldestOf(m) < motion.restsFromMs;
  const stoodSinceMs = motion.still ? state.motion.sinceMs : Infinity;
  const isIndependent = !isMixed && isLearningDue(state.offset, nowMs, stoodSinceMs);
  model.work.statedPowerDbm = statedPower(state);
  const kind = tagModelPrior(model, state.model, model.work.statedPowerDbm);
  model.work.direct = evidence && solveDirect(floor.grid, m, prior, scratch, posterior, nonDetecting, evidence);
  if (!evidence) solvePosterior(floor.grid, m, prior, scratch, posterior, nonDetecting);
  if (!uses.likelyPlace) stateMean(posterior);
  updateTrackerChiSquare(state.scatter, m, floor, posterior, nowMs);
  if (isMixed) return;
  if (isIndependent && isNewPlace(state.offset, posterior)) {
    const heard = uses.tagStrength
      ? strengthAlone(floor.grid, m, kind, prior.knownModelShare, nonDetecting, evidence)
      : null;
    learnOffset(state.offset, heard, posterior, nowMs);
  }
  if (state.offset.learnedMs === nowMs) updateChiSquare(model.learning.chiSquare, m, floor, posterior);
  updateResiduals(m, floor, posterior, nowMs);
  if (!uncertain) updateMissedPackets(model, state, m, floor, posterior, nowMs, motion);
  if (!uncertain) updateSlabLoss(slab, m, floor, posterior);
}

/** Makes the posterior's mean its place (likelyPlace.ts). */
function stateMean(posterior: Posterior): void {
  posterior.varX -= (posterior.x - posterior.meanX) ** 2;
  posterior.varY -= (posterior.y - posterior.meanY) ** 2;
  posterior.x = posterior.meanX;
  posterior.y = posterior.meanY;
}

/** The place to show, how far the tag has gone since it was measured (m²), and how far off that place seems to be. */
function smoothedPlace(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  { inMotion, tracked, restsFromMs }: MotionEstimate,
  floor: PlacedFloor,
  raw: Point,
): { place: Point; displacementM2: number; lagM: number; fixScaleM: number; measuredMs: number } {
  const { measurements: m, posterior, late, direct } = model.work;
  const fixScaleM = errorScale(posterior, 0, inMotion ? FIX.filterMoving ** 2 : 1, direct);
  const measuredMs = Math.min(nowMs, middleOf(m, nowMs, direct));
  // Until gateways have handed over everything since it came to rest, each upload gives another place.
  if (state.filteredFloor !== floor.id || oldestOf(m) < restsFromMs) {
    state.filter = newDisplayFilter();
    state.filteredFloor = floor.id;
  }
  const { motion, filter } = state;
  const isLate = tracked === floor && late.started;
  const isStill = motion.known && !motion.moving;
  const atMs = Math.max(measuredMs, filter.atMs);
  if (!isLate && !(isStill && filter.started && isJustAfter(state.filteredMs, nowMs))) {
    const verdict = motion.known ? motion.moving : null;
    filterPlace(filter, atMs, raw.x, raw.y, fixScaleM ** 2 / 2, verdict, isExact(direct));
    state.filteredMs = nowMs;
  }
  // A tag known to stand goes nowhere, however old the middle of its long windows is.
  const shown = isLate ? placeAt(late, nowMs) : placeAt(filter, isStill ? filter.atMs : nowMs, measuredMs);
  const seen = model.uses.displayFilter ? nearestOnFloor(floor.grid, shown.x, shown.y) : raw;
  const displacementM2 = inMotion || (direct && !isStill) ? extraDisplacementM2(shown.displacementM2, direct) : 0;
  const place = limitSpeed(state.shown, floor, seen, nowMs);
  if (place !== state.shown) state.shown = { x: place.x, y: place.y, floor: floor.id, atMs: nowMs };
  const lagM = Math.hypot(place.x - seen.x, place.y - seen.y);
  return { place, displacementM2, lagM, fixScaleM, measuredMs };
}

/** How far a tag has gone since its place was measured, beyond what the scale of the fix includes, m². */
function extraDisplacementM2(alongAxisM2: number, direct: DirectFit | null): number {
  // Ranges and angles state how exact they are at their moment: everything that the tag has gone since comes on top.
  const usualM2 = (direct?.strengthShare ?? 1) * ENGINE.usualDisplacementM2;
  return Math.max(0, 2 * alongAxisM2 - usualM2);
}

/**
 * Whether a fix shares most of its packets with the one that the filter last took, at `lastMs`. The filter weighs its
 * models as if each place had new noise, so that a still tag would follow its noise as if driven.
 */
function isJustAfter(lastMs: number, nowMs: number): boolean {
  return nowMs >= lastMs && nowMs - lastMs < ENGINE.stillEveryMs;
}

/** If the clock is set back, forgets everything dated after the new time. */
function minClock(state: TrackerState, nowMs: number): void {
  if (nowMs < state.lastLocateMs - ENGINE.clockSetMs) {
    for (const window of state.windows.values()) dropLaterThan(window, nowMs);
    state.direct.clear();
    state.flag = state.flag && state.flag.atMs > nowMs ? null : state.flag;
    state.motion = newMotion();
    state.filter = newDisplayFilter();
    state.shown = null;
    state.floor.evidence = newEvidence();
    state.room = null;
    state.missedUpdatedMs = -Infinity;
  }
  state.lastLocateMs = nowMs;
}

function oldestOf(m: Measurements): number {
  let oldestMs = Infinity;
  for (let i = 0; i < m.count; i++) oldestMs = Math.min(oldestMs, m.middleMs[i]!);
  return oldestMs;
}

/** Whether ranges and angles say more of a place than strength does. */
function isExact(direct: DirectFit | null): boolean {
  return direct !== null && direct.strengthShare < 0.5;
}

/** The mean time of what a place was solved from. */
function middleOf(m: Measurements, nowMs: number, direct: DirectFit | null): number {
  let age = 0;
  for (let i = 0; i < m.count; i++) age += nowMs - m.middleMs[i]!;
  const ageMs = age / Math.max(1, m.count);
  if (!direct) return nowMs - ageMs;
  return nowMs - (direct.strengthShare * ageMs + (1 - direct.strengthShare) * 1000 * direct.ageS);
}
