import type { FloorBody } from "@pulse/contract/sites";
import { placePlan, type Placement } from "@pulse/geo/floorPlan";
import { localFrame } from "@pulse/geo/localFrame";
import { withinTurn } from "@pulse/geo/placementChange";

/** A plan's sides are at least and at most this long, m. */
const shortestM = 0.1;
const longestM = 20_000;
/** Four corners may be this far from a rectangle, as a share of its diagonal. */
const slack = 0.01;

export type PlacementInput = Pick<FloorBody, "northWest" | "southEast" | "rotationDeg" | "corners">;

/**
 * The placement of a floor's image, from `corners`, or from two corners and a rotation; or what is wrong, and in which
 * field.
 */
export function parsePlacement(floor: PlacementInput): Placement | { path: string; message: string } {
  const { corners, northWest, southEast, rotationDeg = 0 } = floor;
  if (corners) return fromCorners(corners);
  if (!northWest) return { path: "north_west", message: "Field required" };
  if (!southEast) return { path: "south_east", message: "Field required" };
  const placement = { northWest, southEast, rotationDeg: withinTurn(rotationDeg) };
  return faultOf(placement, "south_east") ?? placement;
}

function fromCorners([nw, ne, se, sw]: NonNullable<FloorBody["corners"]>): ReturnType<typeof parsePlacement> {
  const frame = localFrame(nw);
  const [right, diagonal, down] = [frame.toLocal(ne), frame.toLocal(se), frame.toLocal(sw)];
  const allowedM = slack * Math.hypot(diagonal.x, diagonal.y);
  if (Math.hypot(diagonal.x - right.x - down.x, diagonal.y - right.y - down.y) > allowedM)
    return { path: "corners", message: "The corners do not form a rectangle" };
  const cross = right.x * down.y - right.y * down.x;
  const dot = right.x * down.x + right.y * down.y;
  if (Math.abs(dot) > slack * Math.hypot(right.x, right.y) * Math.hypot(down.x, down.y))
    return { path: "corners", message: "The corners do not form a rectangle" };
  if (cross > 0)
    return {
      path: "corners",
      message: "The corners must go clockwise: top left, top right, bottom right, bottom left",
    };
  const rotationDeg = withinTurn((Math.atan2(-right.y, right.x) * 180) / Math.PI);
  const placement = { northWest: nw, southEast: se, rotationDeg };
  return faultOf(placement, "corners") ?? placement;
}

function faultOf(placement: Placement, path: string): { path: string; message: string } | null {
  const { widthM, heightM } = placePlan(placement);
  if (!(widthM >= shortestM && heightM >= shortestM))
    return { path, message: "The south-east corner must lie to the right of and below the north-west corner" };
  return Math.max(widthM, heightM) > longestM ? { path, message: "The plan is longer than 20 km" } : null;
}
