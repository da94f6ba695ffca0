import { chooseAnchor } from "./anchorSnap.ts";
import { collectWindows, hearingOf, windowRule, type Hearing, type WindowRule } from "../window/collect.ts";
import { newTrail, notePlace } from "../window/trail.ts";
import { keepPace } from "../smooth/keepPace.ts";
import { filterPlace, newDisplayFilter, placeAt } from "../smooth/displayFilter.ts";
import { chooseFloor, type FloorChoice } from "./floorChoice.ts";
import { latenessMs, trackLate } from "./lateTrack.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import { noteResiduals } from "../learn/gatewayHealth.ts";
import { collectDirect } from "../window/direct.ts";
import { arrangeFor, type Measurements } from "../window/measurements.ts";
import { correctUnheard } from "../window/unheard.ts";
import { newMotion } from "../window/knownMotion.ts";
import { judgeMotion } from "../window/motion.ts";
import { weigh } from "../cost/weigh.ts";
import type { Point } from "../model/outline.ts";
import { solvePosterior } from "../cost/posterior.ts";
import { noteScatter, scatterOf } from "./ownScatter.ts";
import { errorScale, wideningOf } from "./radius.ts";
import { chooseRoom, type RoomGuess } from "./roomOf.ts";
import { statedRadii } from "./statedRadius.ts";
import { dropLaterThan } from "../window/rssiWindow.ts";
import { silentAnchors } from "../cost/silentAnchors.ts";
import { noteMisfit } from "../learn/misfit.ts";
import { noteSlab } from "../learn/slabLoss.ts";
import { strengthAlone } from "../learn/strengthAlone.ts";
import { kindOf } from "../learn/tagKind.ts";
import { isNewsDue, learnOffset, offsetPrior } from "../learn/tagOffset.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
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
  /** Null: none is drawn on the floor, or it is rather in none of them. */
  room: RoomGuess | null;
  /** The place before the filter that calms the display, the mean time of its packets and its variance along an axis. */
  raw: { x: number; y: number; atMs: number; varianceM2: number };
}

/** What a walker goes during a usual window is part of a fix's scale, m². */
const USUALLY_GONE_M2 = 3;
/** A tag that is heard this often is missed by those that do not hear it, ms. */
const OFTEN_MS = 800;
/** A tag that moves goes at least this fast for what it leaves behind, m/s. */
const LEAST_SPEED_MPS = 0.7;
/** A tag that came to rest had gone about this fast, m/s. */
const USUAL_SPEED_MPS = 1;
/** Between these a tag's window gets shorter than most of its gateways need, m/s. */
const BRISK_MPS = 1;
const FAST_MPS = 2;
/** A clock that goes back by more has been set: what was heard after it is no past. */
const CLOCK_SET_MS = 60_000;

/**
 * Where the tag is at `nowMs`, from what was heard up to then; null where nothing was. Time need not be monotonous.
 * Never throws and never leaves the floor's outline.
 */
export function locate(model: SiteModel, state: TrackerState, nowMs: number): Fix | null {
  if (!Number.isFinite(nowMs)) return null;
  minClock(state, nowMs);
  const pace = paceOf(model, state, nowMs);
  const { measurements: m, posterior } = model.work;
  collectWindows(model, state, nowMs, pace.rule, m);
  const gatewaysHeard = m.count;
  const choice = chooseFloor(model, state, nowMs, pace.rule.spanMs, pace.shortestMs <= OFTEN_MS);
  if (!choice) return null;
  const { floor } = choice;
  solve(model, state, nowMs, pace, choice);
  const raw = nearestOnFloor(floor.grid, posterior.x, posterior.y);
  const calm = calmed(model, state, nowMs, pace, floor, raw);
  notePlace(state.trail, floor.id, { atMs: nowMs, x: raw.x, y: raw.y, sdM: calm.fixScaleM / Math.SQRT2 });
  const put = putAt(model, state, nowMs, pace, floor, calm.place);
  const { inMotion, lagMs, speedMps } = pace;
  const { innerM, outerM } = statedRadii(posterior, {
    gateways: votesOf(m),
    calibration: model.calibration,
    scatter: scatterOf(state.scatter, model.work.misfit),
    motion: inMotion ? { speedMps, isLate: lagMs > 0 } : null,
    goneM2: put.biasM ? 0 : calm.goneM2,
    offM: put.biasM || calm.behindM,
  });
  const room = chooseRoom(
    model,
    floor,
    state.room,
    wideningOf(posterior, m.count, model.calibration, model.work.misfit),
  );
  return {
    atMs: nowMs,
    x: put.place.x,
    y: put.place.y,
    floor: floor.id,
    elevationM: floor.elevationM + model.tagHeightM,
    accuracyM: innerM,
    accuracyOuterM: outerM,
    mechanism: model.settings.mechanism,
    moving: pace.inMotion,
    nearest: put.nearest,
    shown: innerM <= model.settings.locationAccuracyThresholdM,
    floorUncertain: choice.uncertain,
    gatewaysHeard,
    room,
    raw: { x: raw.x, y: raw.y, atMs: calm.measuredMs, varianceM2: calm.fixScaleM ** 2 / 2 },
  };
}

/** How a tag goes and is heard now. */
interface Pace extends Hearing {
  still: boolean;
  inMotion: boolean;
  /** How late its gateways hand over what they hear, where that matters; and the floor its track was followed on. */
  lagMs: number;
  tracked: PlacedFloor | undefined;
  speedMps: number;
  /** Since when a tag rests whose gateways hand over late, ms; -Infinity: it does not, or they do not. */
  restsFromMs: number;
  rule: WindowRule;
}

function paceOf(model: SiteModel, state: TrackerState, nowMs: number): Pace {
  const hearing = hearingOf(state, nowMs);
  const { periodMs, shortestMs } = hearing;
  judgeMotion(model, state, nowMs, hearing);
  const { motion } = state;
  const still = motion.known && !motion.moving;
  const inMotion = motion.known && motion.moving;
  const kind = kindOf(model, state.model, state.statedPowerDbm);
  offsetPrior(state.offset, kind, model.calibration?.version ?? 0, model.work.prior, model.work.carried);
  const lateMs = latenessMs(model, state);
  const lagMs = inMotion ? lateMs : 0;
  const tracked = lagMs > 0 ? model.floors.find(({ id }) => id === state.filteredFloor) : undefined;
  if (tracked) trackLate(model, state, tracked, nowMs, lagMs, periodMs, model.work.late);
  const { vx, vy } = placeAt(tracked ? model.work.late : state.filter, nowMs);
  const speedMps = inMotion ? Math.hypot(vx, vy) : 0;
  const restsFromMs = lateMs > 0 && still ? motion.movedMs : -Infinity;
  const rule = windowRule(motion.moving, still, periodAt(speedMps, hearing), model.windowMs, speedMps);
  rule.sinceMs = restsFromMs;
  return { periodMs, shortestMs, still, inMotion, lagMs, tracked, speedMps, restsFromMs, rule };
}

/**
 * The period that a tag's window is measured in. Of a weak tag most gateways miss packets, and one in fast motion has gone
 * far by the time they have heard enough: then the one that hears it most often counts.
 */
function periodAt(speedMps: number, { periodMs, shortestMs }: Hearing): number {
  const share = Math.max(0, Math.min(1, (speedMps - BRISK_MPS) / (FAST_MPS - BRISK_MPS)));
  return periodMs + share * (shortestMs - periodMs);
}

/** Finds where the tag may be from what was collected, and learns of the tag and the gateways. */
function solve(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  pace: Pace,
  { floor, uncertain }: FloorChoice,
): void {
  const { measurements: m, posterior, scratch, prior, slab } = model.work;
  arrangeFor(m, floor, { tagHeightM: model.tagHeightM, slabDb: slab.meanDb });
  // Of a tag that advertises rarely the numbers of packets say nothing.
  if (pace.shortestMs <= OFTEN_MS) correctUnheard(m, model.work.faintestDbm);
  if (pace.inMotion) weigh(m, model.shadowSdDb, Math.max(LEAST_SPEED_MPS, pace.speedMps));
  else weigh(m, model.shadowSdDb, pace.restsFromMs > -Infinity ? USUAL_SPEED_MPS : 0, pace.restsFromMs);
  const silent = silentAnchors(model, state, m, floor, nowMs, pace.rule.spanMs, pace.shortestMs <= OFTEN_MS);
  const witnesses = state.direct.size ? collectDirect(model.anchors, state.direct, nowMs, pace.rule.spanMs) : [];
  const direct = { floor, tagHeightM: model.tagHeightM, speedMps: pace.speedMps, witnesses };
  const evidence = witnesses.length ? direct : null;
  // What was heard at different places says nothing of one.
  const isMixed = pace.lagMs > 0 || oldestOf(m) < pace.restsFromMs;
  const stoodSinceMs = pace.still ? state.motion.sinceMs : Infinity;
  const isNews = !isMixed && isNewsDue(state.offset, nowMs, stoodSinceMs);
  const kind = kindOf(model, state.model, state.statedPowerDbm);
  const heard = isNews ? strengthAlone(floor.grid, m, kind, scratch, silent, evidence) : null;
  solvePosterior(floor.grid, m, prior, scratch, posterior, silent, evidence);
  noteScatter(state.scatter, m, floor, posterior, nowMs);
  if (isMixed) return;
  if (isNews) learnOffset(state.offset, kind, heard, posterior, nowMs);
  if (state.offset.learnedMs === nowMs) noteMisfit(model.work.misfit, m, floor, posterior);
  noteResiduals(m, floor, posterior, nowMs);
  if (!uncertain) noteSlab(slab, m, floor, posterior);
}

/** The place to show, how far the tag has gone since it was measured (m²), and how far from it it seems to be. */
function calmed(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  { inMotion, tracked, restsFromMs }: Pace,
  floor: PlacedFloor,
  raw: Point,
): { place: Point; goneM2: number; behindM: number; fixScaleM: number; measuredMs: number } {
  const { measurements: m, posterior, late } = model.work;
  const fixScaleM = errorScale(
    posterior,
    m.count,
    inMotion ? (model.calibration?.radius ? "learned" : "moving") : null,
  );
  const measuredMs = Math.min(nowMs, middleOf(m, nowMs));
  // As long as gateways have not handed over what they heard since it came to rest, each upload tells of another place.
  if (state.filteredFloor !== floor.id || oldestOf(m) < restsFromMs) {
    state.filter = newDisplayFilter();
    state.filteredFloor = floor.id;
  }
  const { motion, filter } = state;
  const isLate = tracked === floor && late.started;
  // Two calls out of order share one moment.
  const atMs = Math.max(measuredMs, filter.atMs);
  if (!isLate) filterPlace(filter, atMs, raw.x, raw.y, fixScaleM ** 2 / 2, motion.known ? motion.moving : null);
  // What is known to stand goes nowhere, however old the middle of its long windows is.
  const isStill = motion.known && !motion.moving;
  const shown = placeAt(isLate ? late : filter, isStill ? filter.atMs : nowMs);
  const seen = nearestOnFloor(floor.grid, shown.x, shown.y);
  const goneM2 = inMotion ? Math.max(0, 2 * shown.goneM2 - USUALLY_GONE_M2) : 0;
  const paced = keepPace(state.shown, floor.id, seen, nowMs);
  const place = paced === seen ? seen : nearestOnFloor(floor.grid, paced.x, paced.y);
  state.shown = { x: place.x, y: place.y, floor: floor.id, atMs: nowMs };
  const behindM = Math.hypot(place.x - seen.x, place.y - seen.y);
  return { place, goneM2, behindM, fixScaleM, measuredMs };
}

/** Where the site's settings put the tag, how far that is from where it seems to be, and its nearest gateway. */
function putAt(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  { still }: Pace,
  floor: PlacedFloor,
  seen: Point,
): { place: Point; biasM: number; nearest: Fix["nearest"] } {
  const { measurements: m, posterior } = model.work;
  const off = (place: Point): number => Math.hypot(place.x - posterior.x, place.y - posterior.y);
  let place = seen;
  let biasM = 0;
  let nearest = nearestOf(m, seen, model.tagHeightM);
  const anchor =
    model.settings.mechanism === "ANCHORED" ? chooseAnchor(model, m, posterior, state.anchor, nowMs) : null;
  if (anchor) {
    place = nearestOnFloor(floor.grid, anchor.x, anchor.y);
    biasM = off(place);
    nearest = anchorOf(m, state, anchor, seen, model.tagHeightM, nowMs);
  }
  const { still: kept } = state;
  if (still) state.still = { x: place.x, y: place.y, floor: floor.id };
  else if (model.settings.ignoreMovingTracker && state.motion.moving && kept?.floor === floor.id) {
    // The place is where it last stood; the radius says how far from there it may be by now.
    place = { x: kept.x, y: kept.y };
    biasM = off(place);
  }
  return { place, biasM, nearest };
}

/** A clock set back takes with it what was remembered of the time that now lies ahead. */
function minClock(state: TrackerState, nowMs: number): void {
  if (nowMs < state.lastLocateMs - CLOCK_SET_MS) {
    for (const window of state.windows.values()) dropLaterThan(window, nowMs);
    state.direct.clear();
    state.flag = state.flag && state.flag.atMs > nowMs ? null : state.flag;
    state.motion = newMotion();
    state.filter = newDisplayFilter();
    state.shown = null;
    state.trail = newTrail();
    state.floor.beliefs.clear();
  }
  state.lastLocateMs = nowMs;
}

/** How many gateways of the floor hear the tag, those of others counted by what they weigh beside them. */
function votesOf(m: Measurements): number {
  let own = 0;
  let beyond = 0;
  for (let i = 0; i < m.count; i++) {
    if (i < m.own) own += m.weight[i]!;
    else beyond += m.weight[i]!;
  }
  return own > 0 ? m.own * (1 + beyond / own) : m.count;
}

function oldestOf(m: Measurements): number {
  let oldestMs = Infinity;
  for (let i = 0; i < m.count; i++) oldestMs = Math.min(oldestMs, m.middleMs[i]!);
  return oldestMs;
}

function middleOf(m: Measurements, nowMs: number): number {
  let age = 0;
  for (let i = 0; i < m.count; i++) age += nowMs - m.middleMs[i]!;
  return nowMs - age / Math.max(1, m.count);
}

/** Of the gateways that hear the tag, the nearest to where it seems to be, wherever it is put. The loudest may be another. */
function nearestOf(m: Measurements, place: Point, tagHeightM: number): Fix["nearest"] {
  let nearest: Fix["nearest"] = null;
  for (let i = 0; i < m.own; i++) {
    const { id } = m.anchors[i]!;
    const distanceM = distanceTo(m.anchors[i]!, place, tagHeightM);
    if (nearest === null || distanceM < nearest.distanceM) nearest = { anchorId: id, distanceM, rssi: m.rssi[i]! };
  }
  return nearest;
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
