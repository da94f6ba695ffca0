import { type Area, holdGateways, indexAreas } from "./areaIndex.ts";
import { fadeOutside, layFloorGrid } from "./floorGrid.ts";
import { guessFloor } from "./guessFloor.ts";
import { isPlace, type Point } from "./outline.ts";
import type { PlacedFloor } from "./placed.ts";
import { limitOf, ringOf } from "./strayAnchors.ts";
import { indexWalls, type Wall } from "./walls.ts";

/** A floor as it is described. Metres in the site's frame. */
export interface FloorModel {
  id: string;
  level: number;
  elevationM: number;
  /** Ring of the floor's outline; fewer than three points: nobody has drawn it, and it is guessed around the gateways. */
  outline: Point[];
  /** Ring of its plan's image: without a drawn outline no place lies outside it. Left out: no limit is known. */
  image?: Point[];
  /** Corners of other drawings on it than rooms and walls: the guessed outline contains all of them. */
  corners?: Point[];
}

/** What is drawn on a site's floors, besides their outlines. */
interface Drawings {
  rooms?: readonly Area[];
  walls?: readonly Wall[];
}

/** Lays a grid over each floor that is described, and over each that has a gateway. */
export function placeFloors(
  described: readonly FloorModel[],
  anchors: readonly (Point & { floor: string })[],
  { rooms = [], walls = [] }: Drawings,
): Map<string, PlacedFloor> {
  const floors = new Map<string, PlacedFloor>();
  const missing = [...new Set(anchors.map(({ floor }) => floor))].filter((id) => !described.some((f) => f.id === id));
  const others = missing.map((id): FloorModel => ({ id, level: levelIn(id), elevationM: 0, outline: [] }));
  for (const floor of [...described, ...others]) {
    const { id, level, elevationM, corners = [] } = floor;
    const drawn = ringOf(floor.outline);
    const limit = limitOf(floor);
    const own = anchors.filter((anchor) => anchor.floor === id);
    const ownRooms = rooms.filter((room) => room.floor === id);
    const ownWalls = walls.filter((wall) => wall.floor === id);
    const known = [
      ...ownRooms.flatMap((room) => room.outline),
      ...ownWalls.flatMap(({ points }) => points),
      ...corners,
    ];
    const guess = drawn ? null : guessFloor({ gateways: own, corners: known.filter(isPlace), image: limit });
    const grid = layFloorGrid(drawn ?? guess!.outline);
    if (guess) fadeOutside(grid, guess);
    floors.set(id, {
      id,
      index: floors.size,
      level: Number.isFinite(level) ? level : 0,
      elevationM: Number.isFinite(elevationM) ? elevationM : 0,
      grid,
      isDrawn: guess === null,
      limit,
      isRoomed: holdGateways(ownRooms, own),
      rooms: ownRooms.length ? indexAreas(grid, ownRooms) : null,
      walls: indexWalls(ownWalls),
    });
  }
  return floors;
}

/** The name of a floor nobody has described may give its level: recordings number their floors. */
function levelIn(id: string): number {
  return /^-?\d{1,3}$/.test(id) ? Number(id) : 0;
}
