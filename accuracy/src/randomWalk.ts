import { extentOf } from "@pulse/positioning/model/outline";
import type { FloorModel } from "@pulse/positioning/model/placedSite";
import type { Random } from "./random.ts";

export interface Facing {
  x: number;
  y: number;
  /** The direction the person faces, radians. */
  heading: number;
}

const EDGE_M = 2;

/** Somebody who walks from point to point of a floor in straight lines, the given metres at each call; 0 is standing. */
export function randomWalk({ outline }: FloorModel, random: Random): (metres: number) => Facing {
  const extent = extentOf(outline)!;
  const somewhere = (): { x: number; y: number } => ({
    x: extent.minX + EDGE_M + (extent.maxX - extent.minX - 2 * EDGE_M) * random.next(),
    y: extent.minY + EDGE_M + (extent.maxY - extent.minY - 2 * EDGE_M) * random.next(),
  });
  let at = somewhere();
  let goal = somewhere();
  return (metres) => {
    for (let leftM = Math.hypot(goal.x - at.x, goal.y - at.y); leftM < metres;) {
      goal = somewhere();
      leftM = Math.hypot(goal.x - at.x, goal.y - at.y);
    }
    const heading = Math.atan2(goal.y - at.y, goal.x - at.x);
    at = { x: at.x + metres * Math.cos(heading), y: at.y + metres * Math.sin(heading) };
    return { ...at, heading };
  };
}
