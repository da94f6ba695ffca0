import type { Random } from "./random.ts";

/** What one gateway measures of a tag that is this far from it, m. */
export interface Measured {
  east: number;
  north: number;
  up: number;
  /** Standard deviations of its ranges, m, and of azimuth and elevation, degrees; null: not measured. */
  rangeSdM: number | null;
  angleSdDeg: number | null;
  times: number;
}

const RADIANS = Math.PI / 180;

/**
 * An error (m) drawn at random from the smallest that unbiased estimates of a place can have: normally distributed with
 * the inverse of Fisher's information of all measurements as its covariance (the bound of Cramér and Rao). Infinite if
 * the measurements do not determine a place.
 */
export function leastError(all: readonly Measured[], random: Random): number {
  let xx = 0;
  let xy = 0;
  let yy = 0;
  const add = (dx: number, dy: number, sd: number, times: number): void => {
    xx += (times * dx * dx) / sd ** 2;
    xy += (times * dx * dy) / sd ** 2;
    yy += (times * dy * dy) / sd ** 2;
  };
  for (const { east, north, up, rangeSdM, angleSdDeg, times } of all) {
    const flat = Math.hypot(east, north);
    const far = Math.hypot(flat, up);
    if (rangeSdM !== null) add(east / far, north / far, rangeSdM, times);
    if (angleSdDeg === null) continue;
    add(north / flat ** 2, -east / flat ** 2, angleSdDeg * RADIANS, times);
    add((-up * east) / (flat * far ** 2), (-up * north) / (flat * far ** 2), angleSdDeg * RADIANS, times);
  }
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 0)) return Infinity;
  // Cholesky's factor of the covariance (yy, −xy; −xy, xx) / determinant.
  const a = Math.sqrt(yy / determinant);
  const b = -xy / determinant / a;
  const c = Math.sqrt(Math.max(0, xx / determinant - b * b));
  const [u, v] = [random.normal(), random.normal()];
  return Math.hypot(a * u, b * u + c * v);
}
