import { idealInner } from "../fix/radius.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import type { Point } from "../model/outline.ts";
import { type Measured, smoothPlaces } from "./rauchTungStriebel.ts";
import { smoothedRoom } from "./smoothedRoom.ts";
import type { Fix } from "../fix/fix.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import { SMOOTH } from "./smoothConstants.ts";

/**
 * One tag's fixes, in time order, smoothed backward: each place uses what came before and after it (rauchTungStriebel.ts). For
 * history and reports, never live. The room follows the place. Runs with ANCHORED or GPS fixes stay as they are.
 */
export function smoothTrack(model: PlacedSite, fixes: readonly Fix[]): Fix[] {
  const out: Fix[] = [];
  let run: Fix[] = [];
  for (const fix of fixes) {
    const last = run.at(-1);
    if (last && (last.floor !== fix.floor || fix.atMs - last.atMs > 1000 * SMOOTH.forgetS || fix.atMs < last.atMs)) {
      out.push(...smoothRun(model, run));
      run = [];
    }
    run.push(fix);
  }
  return [...out, ...smoothRun(model, run)];
}

function smoothRun(model: PlacedSite, run: readonly Fix[]): Fix[] {
  if (run.length < 2 || run.some(({ mechanism }) => mechanism !== "TRILATERATED")) return [...run];
  const inMotion = motionOf(run);
  const smoothed = placesOf(model, run, inMotion);
  const shares = [false, true].map((moves) => radiusShare(run, smoothed, (i) => inMotion[i] === moves));
  return run.map((fix, i) => {
    const place = smoothed[i]!;
    const share = shares[Number(inMotion[i]!)]!;
    const floor = model.floors.find(({ id }) => id === fix.floor);
    const accuracyM = fix.accuracyM * share;
    const room = floor ? smoothedRoom(floor, fix.room, place, accuracyM) : fix.room;
    return { ...fix, ...place, accuracyM, accuracyOuterM: fix.accuracyOuterM * share, room };
  });
}

/**
 * Where the tag was at each fix's own moment. Its packets are a little older: it has gone on at its speed since, which
 * counts by how much larger it is than its own uncertainty.
 */
function placesOf(model: PlacedSite, run: readonly Fix[], inMotion: readonly boolean[]): Point[] {
  let lastMs = -Infinity;
  const measured = run.map(({ raw }, i): Measured => {
    lastMs = Math.max(lastMs, raw.atMs);
    const varianceM2 = SMOOTH.sharedFixes * Math.max(SMOOTH.minVarianceM2, raw.varianceM2);
    return { atMs: lastMs, x: raw.x, y: raw.y, varianceM2, q: inMotion[i]! ? SMOOTH.movingQ : SMOOTH.stillQ };
  });
  return smoothPlaces(measured).map(({ x, y, vx, vy, vv }, i) => {
    const { atMs, floor: id } = run[i]!;
    const speed2 = vx * vx + vy * vy;
    const sure = inMotion[i]! ? speed2 / (speed2 + 2 * vv) : 0;
    const ahead = ((sure * (atMs - measured[i]!.atMs)) / 1000) * Math.min(1, SMOOTH.fastestMps / Math.sqrt(speed2));
    const there = sure > 0 ? { x: x + vx * ahead, y: y + vy * ahead } : { x, y };
    const floor = model.floors.find((one) => one.id === id);
    return floor ? nearestOnFloor(floor.grid, there.x, there.y) : there;
  });
}

/**
 * Radius of a smoothed fix over that of the live one. By the law of total variance a fix's variance is what smoothing
 * leaves and how far it moves the dot: where errors last, as while a tag stands, it moves little and leaves nearly all.
 */
function radiusShare(run: readonly Fix[], smoothed: readonly Point[], counts: (i: number) => boolean): number {
  let movedM2 = 0;
  let varianceM2 = 0;
  for (const [i, fix] of run.entries()) {
    if (!counts(i)) continue;
    movedM2 += (smoothed[i]!.x - fix.x) ** 2 + (smoothed[i]!.y - fix.y) ** 2;
    varianceM2 += (fix.accuracyM / idealInner) ** 2;
  }
  return varianceM2 > 0 ? Math.sqrt(Math.max(SMOOTH.minRadiusShare, 1 - movedM2 / varianceM2)) : 1;
}

function motionOf(run: readonly Fix[]): boolean[] {
  const inMotion = run.map(({ moving }) => moving === true);
  let movingFromMs = Infinity;
  for (let i = run.length - 1; i >= 0; i--) {
    if (run[i]!.moving) movingFromMs = run[i]!.atMs;
    else if (movingFromMs - run[i]!.atMs <= SMOOTH.verdictLagMs) inMotion[i] = true;
  }
  return inMotion;
}
