import { unitsPerM } from "../camera/plane.ts";
import type { Box } from "./boxes.ts";
import { drawFenceNames } from "./fenceQuads.ts";
import { drawGatewayNames } from "./gatewayQuads.ts";
import { areRoomsNamed, drawRoomNames } from "./roomQuads.ts";
import type { Spot } from "./roomSpots.ts";
import type { Batches, Frame, SceneView } from "./sceneView.ts";
import { wallBoxes } from "./wallBoxes.ts";

interface Around {
  /** The last spot of each name, by the id of what is named; it is updated. */
  spots: Map<string, Spot>;
  /** What names must not touch: gateways and what is selected, and the markers of assets where they are and glide. */
  taken: readonly Box[];
  markers: readonly Box[];
  pxPerM: number;
}

/**
 * Names rooms first, then geofences, and gateways where there is room left. No name lies over a wall or another name.
 * Returns the parts of the screen that the names take.
 */
export function drawPlaceNames(
  batches: Batches,
  frame: Frame,
  scene: SceneView,
  { spots, taken, markers, pxPerM }: Around,
): Box[] {
  const { plans, shownFloorIds } = scene.state;
  const walls = wallBoxes(
    plans.filter(({ id }) => shownFloorIds.includes(id)),
    scene.view,
  );
  const aroundRooms = [...taken, ...markers, ...walls];
  const rooms = areRoomsNamed(pxPerM)
    ? drawRoomNames(batches, frame, scene, spots, aroundRooms)
    : { boxes: [], names: new Set<string>() };
  const aroundFences = [...aroundRooms, ...rooms.boxes];
  const fences = drawFenceNames(batches, frame, scene, spots, aroundFences, rooms.names);
  const aroundGateways = [...aroundFences, ...fences];
  const gateways = drawGatewayNames(batches, frame, scene, { spots, occupied: aroundGateways, pxPerM });
  return [...rooms.boxes, ...fences, ...gateways];
}

/** Pixels per metre on the ground where the site is, or at a latitude if it has no plan. */
export function scaleOf({ view, state }: SceneView, elsewhereLat: number): number {
  return view.pxPerUnit * unitsPerM(state.plans[0]?.corners[0].lat ?? elsewhereLat);
}
