import { type MeasuredPlace, type MovingState, predict, update } from "./constantVelocity.ts";
import { SMOOTH } from "./smoothConstants.ts";

/** One measured place of a track. */
export interface Measured extends MeasuredPlace {
  atMs: number;
  /** Spectral density of the acceleration since the one before, m²/s³ per axis. */
  q: number;
}

/** Rauch–Tung–Striebel over a constant-velocity model: states from everything before and after. In time order. */
export function smoothPlaces(measured: readonly Measured[]): MovingState[] {
  const predicted: MovingState[] = [];
  const filtered: MovingState[] = [];
  for (const [i, one] of measured.entries()) {
    const { x, y, varianceM2: pp, q } = one;
    const state = i ? { ...filtered[i - 1]! } : { x, vx: 0, y, vy: 0, pp, pv: 0, vv: SMOOTH.startSpeedM2 };
    if (i) predict(state, secondsBefore(measured, i), q);
    predicted.push({ ...state });
    if (i) update(state, one);
    filtered.push(state);
  }
  const smoothed = [...filtered];
  for (let i = measured.length - 2; i >= 0; i--)
    smoothed[i] = stepBack(filtered[i]!, predicted[i + 1]!, smoothed[i + 1]!, secondsBefore(measured, i + 1));
  return smoothed;
}

function secondsBefore(measured: readonly Measured[], i: number): number {
  return (measured[i]!.atMs - measured[i - 1]!.atMs) / 1000;
}

/** Corrects a state by what was smoothed after it; the gain is G = P Fᵀ P₋⁻¹. */
function stepBack(now: MovingState, predicted: MovingState, next: MovingState, dt: number): MovingState {
  const { pp: a, pv: b, vv: d } = predicted;
  const det = a * d - b * b;
  // The prediction leaves nothing to correct.
  if (!(det > 1e-12)) return now;
  const [f00, f10] = [now.pp + dt * now.pv, now.pv + dt * now.vv];
  const [g00, g01] = [(f00 * d - now.pv * b) / det, (now.pv * a - f00 * b) / det];
  const [g10, g11] = [(f10 * d - now.vv * b) / det, (now.vv * a - f10 * b) / det];
  const [dx, dvx, dy, dvy] = [
    next.x - predicted.x,
    next.vx - predicted.vx,
    next.y - predicted.y,
    next.vy - predicted.vy,
  ];
  const [pp, pv, vv] = [next.pp - a, next.pv - b, next.vv - d];
  return {
    x: now.x + g00 * dx + g01 * dvx,
    vx: now.vx + g10 * dx + g11 * dvx,
    y: now.y + g00 * dy + g01 * dvy,
    vy: now.vy + g10 * dy + g11 * dvy,
    pp: now.pp + (g00 * pp + g01 * pv) * g00 + (g00 * pv + g01 * vv) * g01,
    pv: now.pv + (g00 * pp + g01 * pv) * g10 + (g00 * pv + g01 * vv) * g11,
    vv: now.vv + (g10 * pp + g11 * pv) * g10 + (g10 * pv + g11 * vv) * g11,
  };
}
