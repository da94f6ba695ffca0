/** Whether the map stands as the plan does: no eye sees less than a degree. Degrees, clockwise, by any full turn. */
export function isPlanUp(bearing: number, planUp: number): boolean {
  return Math.abs(((((bearing - planUp) % 360) + 540) % 360) - 180) < 1;
}
