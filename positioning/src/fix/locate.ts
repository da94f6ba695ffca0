import { chooseAnchor } from "./anchorSnap.ts";
import { advertisingPeriodMs, collectWindows, windowRule } from "../window/collect.ts";
import { filterPlace, newDisplayFilter } from "../smooth/displayFilter.ts";
import { voteFloor } from "./floorVote.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import { noteResiduals } from "../learn/gatewayHealth.ts";
import { keepStrongestOf, type Measurements } from "../window/measurements.ts";
import { judgeMotion } from "../window/motion.ts";
import { weigh } from "../cost/weigh.ts";
import type { Point } from "../model/outline.ts";
import { solvePosterior } from "../cost/posterior.ts";
import { errorScale, radiiOf } from "./radius.ts";
import { dropLaterThan } from "../window/rssiWindow.ts";
import type { PlacedFloor } from "../model/placed.ts";
import { silentAnchors } from "../cost/silentAnchors.ts";
import { kindOf } from "../learn/tagKind.ts";
import { learnOffset, offsetPrior } from "../learn/tagOffset.ts";
import type { SiteModel } from "../model/siteModel.ts";
import type { TrackerState } from "../model/trackerState.ts";

export interface Fix {
  atMs: number;
  x: number;
  y: number;
  floor: string;
  /** The floor's elevation and the assumed height of tags above it, m; never estimated from RSSI. */
  elevationM: number;
  /** Radius that holds the truth with 68 %, and with 95 %. */
  accuracyM: number;
  accuracyOuterM: number;
  mechanism: "TRILATERATED" | "ANCHORED" | "GPS";
  moving: boolean;
  nearest: { anchorId: string; distanceM: number; rssi: number } | null;
  /** False where `accuracyM` is above the threshold: the fix is stored and does not move the asset. */
  shown: boolean;
  floorUncertain: boolean;
  gatewaysHeard: number;
  /** The place before the filter that calms the display, the mean time of its packets and its variance along an axis. */
  raw: { x: number; y: number; atMs: number; varianceM2: number };
}

/** Acceleration of people and carts for the display filter, m²/s³ per axis. */
const MOVING_Q = 0.05;
/** A clock that goes back by more has been set: what was heard after it is no past. */
const CLOCK_SET_MS = 60_000;

/**
 * Where the tag is at `nowMs`, from what was heard up to then; null where nothing was. Time need not be monotonous.
 * Never throws and never leaves the floor's outline.
 */
export function locate(model: SiteModel, state: TrackerState, nowMs: number): Fix | null {
  if (!Number.isFinite(nowMs)) return null;
  minClock(state, nowMs);
  const { measurements: m, posterior, scratch, scores, prior } = model.work;

  const periodMs = advertisingPeriodMs(state, nowMs);
  judgeMotion(model, state, nowMs, periodMs);
  const { motion } = state;
  const still = motion.known && !motion.moving;
  const inMotion = motion.known && motion.moving;
  const rule = windowRule(motion.moving, still, periodMs, model.windowMs);
  collectWindows(model, state, nowMs, rule, m);
  const vote = voteFloor(model.floors, m, state.floor, nowMs, scores);
  if (!vote) return null;
  const { floor } = vote;
  const gatewaysHeard = m.count;
  keepStrongestOf(m, floor);
  weigh(m, model.shadowSdDb);
  offsetPrior(state.offset, kindOf(model, state.model), model.calibration?.version ?? 0, prior);
  const silent = silentAnchors(model, state, m, floor, nowMs, rule.spanMs, model.work.silent);
  solvePosterior(floor.grid, m, prior, scratch, posterior, silent);
  learnOffset(state.offset, prior, posterior, nowMs);
  noteResiduals(m, floor, posterior);

  const scaleM = errorScale(posterior, m.count, inMotion ? (model.calibration?.radius ? "learned" : "moving") : null);
  const raw = nearestOnFloor(floor.grid, posterior.x, posterior.y);
  const seen = smoothed(state, floor, nowMs, raw, scaleM, still);
  let place = seen;
  let biasM = 0;
  if (model.settings.mechanism === "ANCHORED") {
    const anchor = chooseAnchor(model, m, posterior, state.anchor);
    place = nearestOnFloor(floor.grid, anchor.x, anchor.y);
    biasM = Math.hypot(place.x - posterior.x, place.y - posterior.y);
  }
  if (still) state.still = { x: place.x, y: place.y, floor: floor.id };
  else if (model.settings.ignoreMovingTracker && motion.moving && state.still) {
    const { still: kept } = state;
    // The place is where it last stood; the radius says how far from there it may be by now.
    if (kept.floor === floor.id) {
      place = { x: kept.x, y: kept.y };
      biasM = Math.hypot(place.x - posterior.x, place.y - posterior.y);
    }
  }
  const { innerM, outerM } = radiiOf(biasM ? errorScale(posterior, m.count, null, biasM) : scaleM, model.calibration);
  return {
    atMs: nowMs,
    x: place.x,
    y: place.y,
    floor: floor.id,
    elevationM: floor.elevationM + model.tagHeightM,
    accuracyM: innerM,
    accuracyOuterM: outerM,
    mechanism: model.settings.mechanism,
    moving: inMotion,
    nearest: nearestOf(m, seen, model.tagHeightM),
    shown: innerM <= model.settings.locationAccuracyThresholdM,
    floorUncertain: vote.uncertain,
    gatewaysHeard,
    raw: { x: raw.x, y: raw.y, atMs: middleOf(m, nowMs), varianceM2: scaleM ** 2 / 2 },
  };
}

/** A clock set back takes with it what was remembered of the time that now lies ahead. */
function minClock(state: TrackerState, nowMs: number): void {
  if (nowMs < state.lastLocateMs - CLOCK_SET_MS) {
    for (const window of state.windows.values()) dropLaterThan(window, nowMs);
    state.flag = state.flag && state.flag.atMs > nowMs ? null : state.flag;
    state.motion = { moving: false, known: false, sinceMs: -Infinity, calmSinceMs: null };
    state.filter = newDisplayFilter();
    state.floor.challengerId = null;
  }
  state.lastLocateMs = nowMs;
}

function smoothed(
  state: TrackerState,
  floor: PlacedFloor,
  nowMs: number,
  raw: Point,
  scaleM: number,
  still: boolean,
): Point {
  if (state.filteredFloor !== floor.id) {
    state.filter = newDisplayFilter();
    state.filteredFloor = floor.id;
  }
  const { filter } = state;
  // Two calls out of order share one moment.
  filterPlace(filter, Math.max(nowMs, filter.atMs), raw.x, raw.y, scaleM ** 2 / 2, still ? 0 : MOVING_Q);
  return nearestOnFloor(floor.grid, filter.x, filter.y);
}

function middleOf(m: Measurements, nowMs: number): number {
  let age = 0;
  for (let i = 0; i < m.count; i++) age += nowMs - m.middleMs[i]!;
  return nowMs - age / Math.max(1, m.count);
}

/** How far the strongest gateway is by where the tag seems to be, wherever it is put. */
function nearestOf(m: Measurements, place: Point, tagHeightM: number): Fix["nearest"] {
  const anchor = m.anchors[0];
  if (!anchor || m.count === 0) return null;
  const distanceM = Math.hypot(anchor.x - place.x, anchor.y - place.y, anchor.z - tagHeightM);
  return { anchorId: anchor.id, distanceM, rssi: m.rssi[0]! };
}
