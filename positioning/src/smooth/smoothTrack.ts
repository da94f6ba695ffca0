import { nearestOnFloor } from "../model/floorGrid.ts";
import type { Fix } from "../fix/locate.ts";
import type { SiteModel } from "../model/siteModel.ts";

/** Neighbouring fixes share packets and shadowing: each counts as a part of a measurement. */
const SHARED = 4;
/** Acceleration for a moving and a still tag, m²/s³ per axis. */
const MOVING_Q = 0.05;
const STILL_Q = 1e-5;
/** A tag is judged moving with some delay: what comes this long before the verdict was moving as well, ms. */
const VERDICT_LAG_MS = 20_000;
/** A gap this long breaks a track, ms. */
const BREAK_MS = 60_000;
/**
 * Radii of a smoothed fix against those of the live one, moving and still: where a tag stands its errors stay, and
 * what stays is all that is left of them.
 */
const MOVING_RADIUS_SHARE = 0.73;
const STILL_RADIUS_SHARE = 1.12;

interface Step {
  atMs: number;
  q: number;
  /** Filtered and predicted state along both axes (x, vx, y, vy) and covariance (pp, pv, vv), shared by the axes. */
  mean: [number, number, number, number];
  cov: [number, number, number];
  predicted: [number, number, number, number];
  predictedCov: [number, number, number];
}

/**
 * One tag's fixes, in time order, smoothed backward: each place uses what came before and after it (Rauch–Tung–Striebel
 * over a constant-velocity model). For history and reports, never live. Runs with ANCHORED or GPS fixes stay as
 * they are.
 */
export function smoothTrack(model: SiteModel, fixes: readonly Fix[]): Fix[] {
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

function smoothRun(model: SiteModel, run: readonly Fix[]): Fix[] {
  if (run.length < 2 || run.some(({ mechanism }) => mechanism !== "TRILATERATED")) return [...run];
  const inMotion = motionOf(run);
  const steps: Step[] = [];
  for (const [i, fix] of run.entries()) steps.push(forward(steps[i - 1], fix, inMotion[i]! ? MOVING_Q : STILL_Q));
  const places: { x: number; y: number; vx: number; vy: number }[] = [];
  let after: [number, number, number, number] | null = null;
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i]!;
    const next = steps[i + 1];
    const mean: Step["mean"] = after && next ? backward(step, next, after) : step.mean;
    after = mean;
    places[i] = { x: mean[0], vx: mean[1], y: mean[2], vy: mean[3] };
  }
  return run.map((fix, i) => {
    const { x, y, vx, vy } = places[i]!;
    // The fix is of its own moment, its packets lie a little before.
    const ahead = inMotion[i]! ? (fix.atMs - steps[i]!.atMs) / 1000 : 0;
    const share = inMotion[i]! ? MOVING_RADIUS_SHARE : STILL_RADIUS_SHARE;
    const floor = model.floors.find(({ id }) => id === fix.floor);
    const place = { x: x + vx * ahead, y: y + vy * ahead };
    return {
      ...fix,
      ...(floor ? nearestOnFloor(floor.grid, place.x, place.y) : place),
      accuracyM: fix.accuracyM * share,
      accuracyOuterM: fix.accuracyOuterM * share,
    };
  });
}

function motionOf(run: readonly Fix[]): boolean[] {
  const inMotion = run.map(({ moving }) => moving);
  let movingFromMs = Infinity;
  for (let i = run.length - 1; i >= 0; i--) {
    if (run[i]!.moving) movingFromMs = run[i]!.atMs;
    else if (movingFromMs - run[i]!.atMs <= VERDICT_LAG_MS) inMotion[i] = true;
  }
  return inMotion;
}

function forward(before: Step | undefined, fix: Fix, q: number): Step {
  const { raw } = fix;
  const variance = SHARED * raw.varianceM2;
  if (!before) {
    const mean: Step["mean"] = [raw.x, 0, raw.y, 0];
    const cov: Step["cov"] = [variance, 0, 0.25];
    return { atMs: raw.atMs, q, mean, cov, predicted: mean, predictedCov: cov };
  }
  const atMs = Math.max(raw.atMs, before.atMs);
  const dt = (atMs - before.atMs) / 1000;
  const [x, vx, y, vy] = before.mean;
  const [pp, pv, vv] = before.cov;
  const predicted: Step["mean"] = [x + vx * dt, vx, y + vy * dt, vy];
  const predictedCov: Step["cov"] = [
    pp + 2 * dt * pv + dt * dt * vv + (q * dt ** 3) / 3,
    pv + dt * vv + (q * dt * dt) / 2,
    vv + q * dt,
  ];
  const s = predictedCov[0] + variance;
  const kp = predictedCov[0] / s;
  const kv = predictedCov[1] / s;
  const ex = raw.x - predicted[0];
  const ey = raw.y - predicted[2];
  return {
    atMs,
    q,
    mean: [predicted[0] + kp * ex, predicted[1] + kv * ex, predicted[2] + kp * ey, predicted[3] + kv * ey],
    cov: [(1 - kp) * predictedCov[0], (1 - kp) * predictedCov[1], predictedCov[2] - kv * predictedCov[1]],
    predicted,
    predictedCov,
  };
}

function backward(step: Step, next: Step, after: Step["mean"]): Step["mean"] {
  const dt = (next.atMs - step.atMs) / 1000;
  const [pp, pv, vv] = step.cov;
  const [a, b, d] = next.predictedCov;
  // Gain G = P Fᵀ P₋⁻¹ for the two-state model.
  const det = a * d - b * b;
  if (!(det > 1e-12)) return step.mean;
  const f00 = pp + dt * pv;
  const f10 = pv + dt * vv;
  const g00 = (f00 * d - pv * b) / det;
  const g01 = (pv * a - f00 * b) / det;
  const g10 = (f10 * d - vv * b) / det;
  const g11 = (vv * a - f10 * b) / det;
  const dx = after[0] - next.predicted[0];
  const dvx = after[1] - next.predicted[1];
  const dy = after[2] - next.predicted[2];
  const dvy = after[3] - next.predicted[3];
  return [
    step.mean[0] + g00 * dx + g01 * dvx,
    step.mean[1] + g10 * dx + g11 * dvx,
    step.mean[2] + g00 * dy + g01 * dvy,
    step.mean[3] + g10 * dy + g11 * dvy,
  ];
}
