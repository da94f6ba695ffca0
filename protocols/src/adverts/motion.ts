/**
 * A tag at rest feels 1 g in any orientation; a pushed or carried one differs from that in most samples. 80 mg is more
 * than the offset and noise of the usual accelerometers and less than the shaking of a cart.
 */
const STILL_BAND_MG = 80;

/** Whether one accelerometer sample, in thousandths of g, shows movement. */
export function movingFromAcceleration(xMg: number, yMg: number, zMg: number): boolean {
  return Math.abs(Math.hypot(xMg, yMg, zMg) - 1000) > STILL_BAND_MG;
}
