import { type Placement, placePlan } from "./floorPlan.ts";
import type { LatLon } from "./latLon.ts";
import { type LocalFrame, localFrame, type Point } from "./localFrame.ts";
import { placedBy, withinTurn } from "./placementChange.ts";

/** A point of the plan, in px of its image, and where in the world it is. */
export interface Match {
  image: Point;
  at: LatLon;
}

export interface ImageSize {
  width: number;
  height: number;
}

/**
 * The placement that brings the matched points of the plan closest to their places while the plan keeps its proportions:
 * the least-squares similarity (Umeyama 1991, in two dimensions). Null with fewer than two places, or if they are all
 * the same.
 */
export function matchPlan(matches: readonly Match[], image: ImageSize): Placement | null {
  const [first] = matches;
  if (first === undefined || matches.length < 2) return null;
  // A plan is measured in the frame of its own corner, which is not known yet: three steps are exact to a micrometre.
  let placement = matchIn(localFrame(first.at), matches, image);
  for (let step = 0; step < 3 && placement !== null; step++)
    placement = matchIn(localFrame(placement.northWest), matches, image);
  return placement;
}

function matchIn(frame: LocalFrame, matches: readonly Match[], { width, height }: ImageSize): Placement | null {
  // An image's y runs down, the world's runs up.
  const froms = matches.map(({ image }) => ({ x: image.x, y: -image.y }));
  const tos = matches.map(({ at }) => frame.toLocal(at));
  const [from, to] = [meanOf(froms), meanOf(tos)];
  let [along, across, spread] = [0, 0, 0];
  for (const [nth, a] of froms.entries()) {
    const [ax, ay] = [a.x - from.x, a.y - from.y];
    const [bx, by] = [tos[nth]!.x - to.x, tos[nth]!.y - to.y];
    along += ax * bx + ay * by;
    across += ax * by - ay * bx;
    spread += ax * ax + ay * ay;
  }
  const metresPerPx = Math.hypot(along, across) / spread;
  if (!(spread > 0 && metresPerPx > 0)) return null;
  const rotationDeg = withinTurn((-Math.atan2(across, along) * 180) / Math.PI);
  const middle = { x: from.x * metresPerPx, y: -from.y * metresPerPx };
  const size = { widthM: width * metresPerPx, heightM: height * metresPerPx };
  return placedBy(middle, frame.toLatLon(to), size, rotationDeg);
}

/** The distance of each matched point of a placed plan from its place, m. */
export function matchErrorsM(matches: readonly Match[], placement: Placement, image: ImageSize): number[] {
  return matches.map((match) => {
    const { x, y } = localFrame(match.at).toLocal(imageToWorld(match.image, placement, image));
    return Math.hypot(x, y);
  });
}

/** Where a point of a placed plan's image, px, is in the world. */
export function imageToWorld({ x, y }: Point, placement: Placement, { width, height }: ImageSize): LatLon {
  const plan = placePlan(placement);
  return plan.toLatLon({ x: (x / width) * plan.widthM, y: (y / height) * plan.heightM });
}

/** Which point of a placed plan's image, px, lies at a place. */
export function worldToImage(at: LatLon, placement: Placement, { width, height }: ImageSize): Point {
  const plan = placePlan(placement);
  const { x, y } = plan.toImage(at);
  return { x: (x / plan.widthM) * width, y: (y / plan.heightM) * height };
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
