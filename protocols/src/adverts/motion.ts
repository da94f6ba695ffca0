/**
 * A tag at rest feels 1 g whatever its attitude; a pushed or carried one differs from it at most samples. 80 mg lies
 * above the offset and noise of the usual accelerometers and below the shaking of a cart.
 */
const STILL_BAND_MG = 80;

/** Whether one accelerometer sample, in thousandths of g, speaks of movement. */
export function movingFromAcceleration(xMg: number, yMg: number, zMg: number): boolean {
  return Math.abs(Math.hypot(xMg, yMg, zMg) - 1000) > STILL_BAND_MG;
}
