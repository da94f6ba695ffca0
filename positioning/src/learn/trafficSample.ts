import type { Calibration } from "../model/calibration.ts";
import { calibrateFromTraffic } from "./selfCalibration.ts";
import { effectiveObservationsIn, type Snapshot, withoutGateways } from "./snapshot.ts";
import { isSuspect } from "../model/gatewayLearning.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import type { FixSite } from "../fix/fixWork.ts";
import type { Measurements } from "../window/measurements.ts";
import { WINDOW } from "../window/windowConstants.ts";
import { LEARN } from "./learnConstants.ts";

/** A site's recent traffic, thinned, from which it calibrates itself. Owned by one caller. */
export interface TrafficSample {
  snapshots: Snapshot[];
  /** When a tag was last sampled. */
  lastMs: Map<string, number>;
  /** Snapshots taken since the last fit, and how many the next one waits for. */
  fresh: number;
  waitFor: number;
  sampledMs: number;
  fittedMs: number;
  version: number;
}

export function newTrafficSample(): TrafficSample {
  return {
    snapshots: [],
    lastMs: new Map(),
    fresh: 0,
    waitFor: LEARN.minObservations,
    sampledMs: -Infinity,
    fittedMs: -Infinity,
    version: 0,
  };
}

/**
 * Remembers the measurements from which the model has just located `tagId` (call it right after `locate`). Takes one
 * window of a tag every five seconds, and keeps the newest 250 of the site.
 */
export function sampleTraffic(sample: TrafficSample, model: FixSite, tagId: string, nowMs: number): void {
  const { measurements: m, nonDetecting } = model.work;
  const fixed = fixedIn(m);
  if (fixed + nonDetecting.alive.length < LEARN.minGateways || fixed < 2) return;
  const last = sample.lastMs.get(tagId);
  if (last === undefined || nowMs < last) sample.lastMs.set(tagId, nowMs - LEARN.windowsApartMs + WINDOW.shortestMs);
  else if (nowMs - last >= LEARN.windowsApartMs) {
    sample.lastMs.set(tagId, nowMs);
    keep(sample, snapshotOf(model, tagId, nowMs));
  }
}

/** How many of the floor's own gateways that took part are fixed. */
function fixedIn({ anchors, own }: Measurements): number {
  let fixed = 0;
  for (let i = 0; i < own; i++) if (isFixed(anchors[i]!)) fixed++;
  return fixed;
}

/** Mobile gateways are elsewhere by the time of the fit, and the site's plan, which it is made from, lacks them. */
function isFixed({ validUntilMs }: PlacedAnchor): boolean {
  return validUntilMs === Infinity;
}

function snapshotOf(model: FixSite, tagId: string, nowMs: number): Snapshot {
  const { measurements: m } = model.work;
  const own = m.anchors.slice(0, m.own);
  return {
    tagId,
    atMs: nowMs,
    floor: m.anchors[0]!.floor,
    anchors: own.filter(isFixed),
    rssi: [...m.rssi.subarray(0, m.own)].filter((_, i) => isFixed(own[i]!)),
    nonDetecting: model.work.nonDetecting.alive.filter(isFixed).slice(0, LEARN.sampleNonDetecting),
    statedPowerDbm: model.work.statedPowerDbm,
    weight: 1,
  };
}

function keep(sample: TrafficSample, snapshot: Snapshot): void {
  const { snapshots } = sample;
  if (snapshots.length >= LEARN.sampleSize) {
    if (Math.abs(snapshot.atMs - sample.sampledMs) < LEARN.fullSampleMs) return;
    snapshots.shift();
  }
  sample.sampledMs = snapshot.atMs;
  // A still tag is one observation, however often it is heard.
  const same = snapshots.filter((one) => one.tagId === snapshot.tagId && isSameWindow(one, snapshot));
  for (const one of [snapshot, ...same]) one.weight = 1 / (1 + same.length);
  snapshots.push(snapshot);
  sample.fresh++;
}

/**
 * Whether enough has been heard since the last fit for another: after 25 windows that say different things, then after
 * half as many more each time, in the end every ten minutes.
 */
export function isFitDue(sample: TrafficSample, nowMs: number): boolean {
  const rested = sample.waitFor < LEARN.sampleSize || Math.abs(nowMs - sample.fittedMs) >= LEARN.fullFitMs;
  return rested && sample.fresh >= sample.waitFor && effectiveObservationsIn(sample.snapshots) >= LEARN.minObservations;
}

/**
 * Fits the site's path-loss model (L1) to the sample; null if the path-loss model in use is as good. Takes some tenths
 * of a second, so do not call it between two packets on a busy thread.
 */
export function fitTraffic(sample: TrafficSample, model: FixSite, nowMs: number): Calibration | null {
  beginFit(sample, nowMs);
  const doubted = suspectGateways(model);
  const snapshots = sample.snapshots.map((one) => withoutGateways(one, doubted));
  if (!model.uses.selfCalibration) return null;
  return calibrateFromTraffic(snapshots, ++sample.version, model.calibration, model.uses);
}

/**
 * The gateways whose hearing is off now: a path-loss model fitted to them would hide that. Before there is a path-loss
 * model that knows how each gateway is installed, none counts as off: its residual under the default path-loss model is
 * its own offset.
 */
export function suspectGateways(model: FixSite): string[] {
  if (!model.calibration) return [];
  return [...model.anchors.values()].flatMap(({ id, residual }) => (isSuspect(residual) ? [id] : []));
}

/** Notes that a fit to the sample begins, wherever it runs (snapshot.ts): the next one waits for news. */
export function beginFit(sample: TrafficSample, nowMs: number): void {
  sample.fresh = 0;
  sample.waitFor = Math.min(LEARN.sampleSize, Math.round(LEARN.nextFitShare * sample.snapshots.length));
  sample.fittedMs = nowMs;
}

function isSameWindow(a: Snapshot, b: Snapshot): boolean {
  let squares = 0;
  let both = 0;
  a.anchors.forEach(({ id }, i) => {
    const j = b.anchors.findIndex((anchor) => anchor.id === id);
    if (j < 0) return;
    squares += (a.rssi[i]! - b.rssi[j]!) ** 2;
    both++;
  });
  return both >= LEARN.minGateways && Math.sqrt(squares / both) < LEARN.sameDb;
}
