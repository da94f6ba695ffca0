import type { Point } from "@pulse/geo/localFrame";

/** A possible wall: the middle of a dark band of a plan, in metres from its top-left corner. */
export interface WallLine {
  a: Point;
  b: Point;
  thicknessM: number;
}
