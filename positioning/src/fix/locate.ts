import { chooseAnchor } from "./anchorSnap.ts";
import { advertisingPeriodMs, collectWindows, windowRule } from "../window/collect.ts";
import { filterPlace, newDisplayFilter, placeAt, type Shown } from "../smooth/displayFilter.ts";
import { voteFloor } from "./floorVote.ts";
import { latenessMs, trackLate } from "./lateTrack.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import { noteResiduals } from "../learn/gatewayHealth.ts";
import { keepStrongestOf, type Measurements } from "../window/measurements.ts";
import { correctUnheard } from "../window/unheard.ts";
import { judgeMotion } from "../window/motion.ts";
import { weigh } from "../cost/weigh.ts";
import type { Point } from "../model/outline.ts";
import { solvePosterior } from "../cost/posterior.ts";
import { errorScale, radiiOf } from "./radius.ts";
import { dropLaterThan } from "../window/rssiWindow.ts";
import { silentAnchors } from "../cost/silentAnchors.ts";
import { kindOf } from "../learn/tagKind.ts";
import { learnOffset, offsetPrior } from "../learn/tagOffset.ts";
import type { PlacedAnchor } from "../model/placed.ts";
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

/** What a walker goes during a usual window is part of a fix's scale, m². */
const USUALLY_GONE_M2 = 3;
/** A tag that is heard this often is missed by those that do not hear it, ms. */
const OFTEN_MS = 800;
/** A tag that moves goes at least this fast for what it leaves behind, m/s. */
const LEAST_SPEED_MPS = 0.7;
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
  const verdict = motion.known ? motion.moving : null;
  offsetPrior(state.offset, kindOf(model, state.model, state.statedPowerDbm), model.calibration?.version ?? 0, prior);
  const lagMs = inMotion ? latenessMs(model, state) : 0;
  const before = lagMs > 0 ? model.floors.find(({ id }) => id === state.filteredFloor) : undefined;
  if (before) trackLate(model, state, before, nowMs, lagMs, periodMs, model.work.late);
  const { vx, vy } = placeAt(before ? model.work.late : state.filter, nowMs);
  const speedMps = inMotion ? Math.hypot(vx, vy) : 0;
  const rule = windowRule(motion.moving, still, periodMs, model.windowMs, speedMps);
  collectWindows(model, state, nowMs, rule, m);
  const vote = voteFloor(model.floors, m, state.floor, nowMs, scores);
  if (!vote) return null;
  const { floor } = vote;
  const gatewaysHeard = m.count;
  keepStrongestOf(m, floor);
  // Of a tag that advertises rarely the numbers of packets say nothing.
  const isOften = periodMs <= OFTEN_MS;
  if (isOften) correctUnheard(m, model.work.faintestDbm);
  weigh(m, model.shadowSdDb, inMotion ? Math.max(LEAST_SPEED_MPS, speedMps) : 0);
  const silent = silentAnchors(model, state, m, floor, nowMs, rule.spanMs, isOften);
  solvePosterior(floor.grid, m, prior, scratch, posterior, silent);
  // What was heard at different places says nothing of one.
  if (lagMs === 0) {
    learnOffset(state.offset, prior, posterior, nowMs, still ? motion.sinceMs : Infinity);
    noteResiduals(m, floor, posterior);
  }

  const fixScaleM = errorScale(
    posterior,
    m.count,
    inMotion ? (model.calibration?.radius ? "learned" : "moving") : null,
  );
  const raw = nearestOnFloor(floor.grid, posterior.x, posterior.y);
  const measuredMs = Math.min(nowMs, middleOf(m, nowMs));
  if (state.filteredFloor !== floor.id) {
    state.filter = newDisplayFilter();
    state.filteredFloor = floor.id;
  }
  const isLate = before === floor && model.work.late.started;
  // Two calls out of order share one moment.
  if (!isLate)
    filterPlace(state.filter, Math.max(measuredMs, state.filter.atMs), raw.x, raw.y, fixScaleM ** 2 / 2, verdict);
  const calmed = placeAt(isLate ? model.work.late : state.filter, nowMs);
  const scaleM = inMotion ? shownScale(calmed, fixScaleM) : fixScaleM;
  const seen = nearestOnFloor(floor.grid, calmed.x, calmed.y);
  let place = seen;
  let biasM = 0;
  let nearest = nearestOf(m, seen, model.tagHeightM);
  if (model.settings.mechanism === "ANCHORED") {
    const anchor = chooseAnchor(model, m, posterior, state.anchor, nowMs);
    place = nearestOnFloor(floor.grid, anchor.x, anchor.y);
    biasM = Math.hypot(place.x - posterior.x, place.y - posterior.y);
    nearest = anchorOf(m, state, anchor, seen, model.tagHeightM, nowMs);
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
    nearest,
    shown: innerM <= model.settings.locationAccuracyThresholdM,
    floorUncertain: vote.uncertain,
    gatewaysHeard,
    raw: { x: raw.x, y: raw.y, atMs: measuredMs, varianceM2: fixScaleM ** 2 / 2 },
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

/** The scale of the shown place's error: a fix's, and how far the tag has gone since it was measured. */
function shownScale(calmed: Shown, fixScaleM: number): number {
  return Math.sqrt(fixScaleM ** 2 + Math.max(0, 2 * calmed.goneM2 - USUALLY_GONE_M2));
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
  return { anchorId: anchor.id, distanceM: distanceTo(anchor, place, tagHeightM), rssi: m.rssi[0]! };
}

/** The same of the gateway an ANCHORED tag is put at, by its window or else by its last packet. */
function anchorOf(
  m: Measurements,
  state: TrackerState,
  anchor: PlacedAnchor,
  place: Point,
  tagHeightM: number,
  nowMs: number,
): Fix["nearest"] {
  const distanceM = distanceTo(anchor, place, tagHeightM);
  for (let i = 0; i < m.count; i++)
    if (m.anchors[i] === anchor) return { anchorId: anchor.id, distanceM, rssi: m.rssi[i]! };
  const window = state.windows.get(anchor.id);
  let last = (window?.count ?? 0) - 1;
  while (last >= 0 && window!.atMs[last]! > nowMs) last--;
  return last < 0 ? null : { anchorId: anchor.id, distanceM, rssi: window!.rssi[last]! };
}

function distanceTo(anchor: PlacedAnchor, place: Point, tagHeightM: number): number {
  return Math.hypot(anchor.x - place.x, anchor.y - place.y, anchor.z - tagHeightM);
}
