import { FASTEST_MPS } from "./displayFilter.ts";
import { fitTrack } from "./fitTrack.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import { smoothedRoom } from "./smoothedRoom.ts";
import type { Fix } from "../fix/fix.ts";
import type { PlacedSite } from "../model/placedSite.ts";

/** The verdict that a tag moves comes late: fixes up to this long before it were moving as well, ms. */
const VERDICT_LAG_MS = 20_000;
/** A gap this long breaks a track, ms. */
const BREAK_MS = 60_000;
/**
 * Radii of a smoothed fix relative to those of the live one, moving and still: while a tag stands its errors stay, and
 * these are all that smoothing leaves.
 */
const MOVING_RADIUS_SHARE = 0.73;
const STILL_RADIUS_SHARE = 1.08;

/**
 * One tag's fixes, in time order, smoothed backward: each place uses what came before and after it (`fitTrack`). For
 * history and reports, never live. The room follows the place. Runs with ANCHORED or GPS fixes stay as they are.
 */
export function smoothTrack(model: PlacedSite, fixes: readonly Fix[]): Fix[] {
  const out: Fix[] = [];
  let run: Fix[] = [];
  for (const fix of fixes) {
    const last = run.at(-1);
    if (last && (last.floor !== fix.floor || fix.atMs - last.atMs > BREAK_MS || fix.atMs < last.atMs)) {
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
  const places = fitTrack(run, inMotion, model.uses.trackFit);
  let measuredMs = -Infinity;
  return run.map((fix, i) => {
    const { x, y, vx, vy } = places[i]!;
    // A fix is for its own moment; its packets are a little older.
    measuredMs = Math.max(measuredMs, fix.raw.atMs);
    const seconds = inMotion[i]! ? (fix.atMs - measuredMs) / 1000 : 0;
    const ahead = seconds * Math.min(1, FASTEST_MPS / Math.hypot(vx, vy, 1e-9));
    const share = inMotion[i]! ? MOVING_RADIUS_SHARE : STILL_RADIUS_SHARE;
    const floor = model.floors.find(({ id }) => id === fix.floor);
    const there = { x: x + vx * ahead, y: y + vy * ahead };
    const place = floor ? nearestOnFloor(floor.grid, there.x, there.y) : there;
    const accuracyM = fix.accuracyM * share;
    const room = floor ? smoothedRoom(floor, fix.room, place, accuracyM) : fix.room;
    return { ...fix, ...place, accuracyM, accuracyOuterM: fix.accuracyOuterM * share, room };
  });
}

function motionOf(run: readonly Fix[]): boolean[] {
  const inMotion = run.map(({ moving }) => moving === true);
  let movingFromMs = Infinity;
  for (let i = run.length - 1; i >= 0; i--) {
    if (run[i]!.moving) movingFromMs = run[i]!.atMs;
    else if (movingFromMs - run[i]!.atMs <= VERDICT_LAG_MS) inMotion[i] = true;
  }
  return inMotion;
}
