/** A part of the world, in degrees. */
export interface Bounds {
  north: number;
  east: number;
  south: number;
  west: number;
}
