import { type Placement, placementOf, placePlan } from "./floorPlan.ts";
import type { LatLon } from "./latLon.ts";
import { localFrame, type Point } from "./localFrame.ts";

/** A turn and a change of size around a place, which is then moved to `to`. */
export interface PlacementChange {
  about: LatLon;
  /** Clockwise. */
  turnDeg?: number;
  factor?: number;
  to?: LatLon;
}

/** A placement moved, turned and resized. It keeps its proportions. */
export function changedPlacement(placement: Placement, change: PlacementChange): Placement {
  const { about, turnDeg = 0, factor = 1, to = about } = change;
  const plan = placePlan(placement);
  const at = plan.toImage(about);
  const size = { widthM: plan.widthM * factor, heightM: plan.heightM * factor };
  return placedBy({ x: at.x * factor, y: at.y * factor }, to, size, withinTurn(placement.rotationDeg + turnDeg));
}

/** The placement of an image of this size and rotation whose point `at` (metres from its top-left, y down) is at `to`. */
export function placedBy(
  at: Point,
  to: LatLon,
  { widthM, heightM }: { widthM: number; heightM: number },
  rotationDeg: number,
): Placement {
  // Metres per degree depend on the corner's latitude, which is not known yet: the second step is exact to a micrometre.
  let northWest = to;
  for (let step = 0; step < 3; step++) {
    const lies = placePlan(placementOf(northWest, widthM, heightM, rotationDeg)).toLatLon(at);
    northWest = { lat: northWest.lat + to.lat - lies.lat, lon: northWest.lon + to.lon - lies.lon };
  }
  return placementOf(northWest, widthM, heightM, rotationDeg);
}

/** A placement with its image upright, `widthM` wide, with its middle at `centre`. */
export function placedAround(centre: LatLon, widthM: number, heightM: number): Placement {
  return placedBy({ x: widthM / 2, y: heightM / 2 }, centre, { widthM, heightM }, 0);
}

/** The middle of a plan. */
export function middleOf(placement: Placement): LatLon {
  const frame = localFrame(placement.northWest);
  const { x, y } = frame.toLocal(placement.southEast);
  return frame.toLatLon({ x: x / 2, y: y / 2 });
}

/** The same rotation within −180° (not included) to 180°. */
export function withinTurn(deg: number): number {
  const within = ((deg % 360) + 360) % 360;
  return within > 180 ? within - 360 : within;
}
