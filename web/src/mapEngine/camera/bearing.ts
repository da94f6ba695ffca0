/** Whether the plan is upright on the map: nobody sees less than a degree. Degrees, clockwise, plus any full turns. */
export function isPlanUp(bearing: number, planUp: number): boolean {
  return Math.abs(((((bearing - planUp) % 360) + 540) % 360) - 180) < 1;
}
