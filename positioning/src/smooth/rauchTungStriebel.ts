import { SMOOTH } from "./smoothConstants.ts";

/** One measured place of a track, with its variance along an axis, m². */
export interface Measured {
  atMs: number;
  x: number;
  y: number;
  varianceM2: number;
  /** Spectral density of the acceleration since the one before, m²/s³ per axis. */
  q: number;
}

/** Where a thing was and how fast, from everything measured before and after. */
export interface Smoothed {
  x: number;
  vx: number;
  y: number;
  vy: number;
  /** Variance of the speed along an axis, m²/s². */
  vv: number;
}

/** State along both axes (x, vx, y, vy) and its covariance (pp, pv, vv), which the axes share. */
type Mean = [number, number, number, number];
type Cov = [number, number, number];

interface Step {
  dt: number;
  mean: Mean;
  cov: Cov;
  predicted: Mean;
  predictedCov: Cov;
}

/** Rauch–Tung–Striebel over a constant-velocity model. The places are in time order. */
export function smoothPlaces(measured: readonly Measured[]): Smoothed[] {
  const steps: Step[] = [];
  for (const [i, one] of measured.entries()) steps.push(forward(steps[i - 1], measured[i - 1]?.atMs ?? one.atMs, one));
  const places: Smoothed[] = [];
  let mean: Mean = [0, 0, 0, 0];
  let cov: Cov = [0, 0, 0];
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i]!;
    const next = steps[i + 1];
    const gain = next ? gainOf(step, next) : null;
    [mean, cov] = next && gain ? backward(step, next, gain, mean, cov) : [step.mean, step.cov];
    const [x, vx, y, vy] = mean;
    places[i] = { x, vx, y, vy, vv: cov[2] };
  }
  return places;
}

function forward(before: Step | undefined, beforeMs: number, { atMs, x, y, varianceM2, q }: Measured): Step {
  if (!before) {
    const mean: Mean = [x, 0, y, 0];
    const cov: Cov = [varianceM2, 0, SMOOTH.startSpeedM2];
    return { dt: 0, mean, cov, predicted: mean, predictedCov: cov };
  }
  const dt = (atMs - beforeMs) / 1000;
  const [bx, vx, by, vy] = before.mean;
  const [pp, pv, vv] = before.cov;
  const predicted: Mean = [bx + vx * dt, vx, by + vy * dt, vy];
  const predictedCov: Cov = [
    pp + 2 * dt * pv + dt * dt * vv + (q * dt ** 3) / 3,
    pv + dt * vv + (q * dt * dt) / 2,
    vv + q * dt,
  ];
  const s = predictedCov[0] + varianceM2;
  const kp = predictedCov[0] / s;
  const kv = predictedCov[1] / s;
  const ex = x - predicted[0];
  const ey = y - predicted[2];
  return {
    dt,
    mean: [predicted[0] + kp * ex, predicted[1] + kv * ex, predicted[2] + kp * ey, predicted[3] + kv * ey],
    cov: [(1 - kp) * predictedCov[0], (1 - kp) * predictedCov[1], predictedCov[2] - kv * predictedCov[1]],
    predicted,
    predictedCov,
  };
}

/** G = P Fᵀ P₋⁻¹ for the two-state model; null where the prediction leaves nothing to correct. */
function gainOf(step: Step, next: Step): [number, number, number, number] | null {
  const { dt } = next;
  const [pp, pv, vv] = step.cov;
  const [a, b, d] = next.predictedCov;
  const det = a * d - b * b;
  if (!(det > 1e-12)) return null;
  const f00 = pp + dt * pv;
  const f10 = pv + dt * vv;
  return [(f00 * d - pv * b) / det, (pv * a - f00 * b) / det, (f10 * d - vv * b) / det, (vv * a - f10 * b) / det];
}

function backward(step: Step, next: Step, gain: [number, number, number, number], mean: Mean, cov: Cov): [Mean, Cov] {
  const [g00, g01, g10, g11] = gain;
  const dx = mean[0] - next.predicted[0];
  const dvx = mean[1] - next.predicted[1];
  const dy = mean[2] - next.predicted[2];
  const dvy = mean[3] - next.predicted[3];
  const pp = cov[0] - next.predictedCov[0];
  const pv = cov[1] - next.predictedCov[1];
  const vv = cov[2] - next.predictedCov[2];
  const h00 = g00 * pp + g01 * pv;
  const h01 = g00 * pv + g01 * vv;
  const h10 = g10 * pp + g11 * pv;
  const h11 = g10 * pv + g11 * vv;
  return [
    [
      step.mean[0] + g00 * dx + g01 * dvx,
      step.mean[1] + g10 * dx + g11 * dvx,
      step.mean[2] + g00 * dy + g01 * dvy,
      step.mean[3] + g10 * dy + g11 * dvy,
    ],
    [step.cov[0] + h00 * g00 + h01 * g01, step.cov[1] + h00 * g10 + h01 * g11, step.cov[2] + h10 * g10 + h11 * g11],
  ];
}
