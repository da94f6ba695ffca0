import type { LatLon } from "@pulse/geo/latLon";
import { type Box, occupiedBoxes } from "./boxes.ts";
import { type Place, toPlane, toScreen } from "../camera/plane.ts";
import { nameBox, nameSpot, type Spot } from "./roomSpots.ts";
import { type Batches, type Frame, type SceneView, stationary } from "./sceneView.ts";

const namesFromPxPerM = 6;

/** Whether rooms appear large enough to be named. */
export const areRoomsNamed = (pxPerM: number): boolean => pxPerM >= namesFromPxPerM;

/**
 * Names the rooms of the shown floors if the name fits into its room and covers nothing. `spots`: the last spot of each
 * name by the room's id; it is updated. Returns the parts of the screen that the names take.
 */
export function drawRoomNames(
  { gateways }: Batches,
  frame: Frame,
  { state, sprites, view }: SceneView,
  spots: Map<string, Spot>,
  occupied: readonly Box[],
): Box[] {
  const boxes = occupiedBoxes();
  for (const box of occupied) boxes.occupy(box);
  const named: Box[] = [];
  for (const { rooms } of state.plans.filter(({ id }) => state.shownFloorIds.includes(id)))
    for (const { id, name, area } of rooms) {
      const corners = area.map((corner) => {
        const { x, y } = toPlane(corner);
        return toScreen(view, x, y);
      });
      const middle = middleOf(area);
      const naming = {
        ...toScreen(view, middle.x, middle.y),
        roomWidthPx: spanPx(corners, "x"),
        roomHeightPx: spanPx(corners, "y"),
        nameWidthPx: sprites.roomNameWidthPx(name),
        before: spots.get(id),
        isFree: boxes.isFree,
      };
      const spot = nameSpot(naming);
      if (spot === null) continue;
      spots.set(id, spot);
      const box = nameBox(naming, spot);
      boxes.occupy(box);
      named.push(box);
      gateways.add(stationary(middle, frame), sprites.roomName(name), 1, spot.dx, spot.dy);
    }
  return named;
}

function middleOf(area: readonly LatLon[]): Place {
  const places = area.map(toPlane);
  const sum = places.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

function spanPx(corners: readonly Place[], axis: "x" | "y"): number {
  const all = corners.map((corner) => corner[axis]);
  return Math.max(...all) - Math.min(...all);
}
