import { type Box, occupiedBoxes } from "./boxes.ts";
import { type Place, toPlane, toScreen } from "../camera/plane.ts";
import { middleOf } from "./roomPlace.ts";
import { nameBox, nameSpot, type Spot } from "./roomSpots.ts";
import { type Batches, type Frame, type SceneView, stationary } from "./sceneView.ts";

/** Below this, a room that has room for its name is a whole building. */
const namesFromPxPerM = 2;

/** Whether rooms appear large enough to be named. */
export const areRoomsNamed = (pxPerM: number): boolean => pxPerM >= namesFromPxPerM;

/** The rooms that were named: the parts of the screen, and the names in lower case. */
export interface NamedRooms {
  boxes: Box[];
  names: Set<string>;
}

/**
 * Names the rooms of the shown floors if the name fits into its room and covers nothing. `spots`: the last spot of each
 * name by the room's id; it is updated. Returns the parts of the screen that the names take, and the names.
 */
export function drawRoomNames(
  { gateways }: Batches,
  frame: Frame,
  { state, sprites, view }: SceneView,
  spots: Map<string, Spot>,
  occupied: readonly Box[],
): NamedRooms {
  const boxes = occupiedBoxes();
  for (const box of occupied) boxes.occupy(box);
  const named: NamedRooms = { boxes: [], names: new Set() };
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
      named.boxes.push(box);
      named.names.add(name.toLowerCase());
      gateways.add(stationary(middle, frame), sprites.roomName(name), 1, spot.dx, spot.dy);
    }
  return named;
}

function spanPx(corners: readonly Place[], axis: "x" | "y"): number {
  const all = corners.map((corner) => corner[axis]);
  return Math.max(...all) - Math.min(...all);
}
