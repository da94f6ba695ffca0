import { FIX } from "../fix/fixConstants.ts";
import { cellX, cellY, type FloorGrid } from "../model/floorGrid.ts";
import { outlineContains, type Point } from "../model/outline.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { RoomGuess } from "../model/roomGuess.ts";
import { SMOOTH } from "./smoothConstants.ts";

/** The radius of a circle that contains 68 % of a normal error, in its standard deviations along an axis. */
const radiusSds = Math.sqrt(-2 * Math.log(1 - 0.68));

/**
 * The room of a smoothed place. As long as the place is in the room that was named live, that room stays with its
 * probability, as the posterior knows more than a circle. Otherwise it is the room the place is in, as likely as the
 * circle around the place says. Between rooms the live one stays, as it does live, until none is
 * clearly likelier.
 * @param radiusM of the smoothed place's 68 % circle
 */
export function smoothedRoom(
  floor: PlacedFloor,
  live: RoomGuess | null,
  place: Point,
  radiusM: number,
): RoomGuess | null {
  const { rooms } = floor;
  if (!rooms) return live;
  const isOfRooms = floor.limit === null && floor.isRoomed;
  const around = rooms.ids.flatMap((id, at) => (outlineContains(rooms.outlines[at]!, place.x, place.y) ? [at] : []));
  if (around.some((at) => rooms.ids[at] === live?.id)) return live;
  const { shares, none } = sharesOf(floor.grid, rooms, place, radiusM);
  const isLikely = (at: number, ahead = 0): boolean => isOfRooms || shares[at]! + ahead >= none;
  // Of rooms inside each other the innermost.
  const [first, ...others] = around.filter((at) => !around.some((inner) => rooms.within[inner] === at));
  if (first === undefined) return live && isLikely(rooms.ids.indexOf(live.id), FIX.roomLead) ? live : null;
  const at = others.reduce((best, other) => (shares[other]! > shares[best]! ? other : best), first);
  if (!isLikely(at)) return null;
  const whole = isOfRooms ? Math.max(shares[at]!, 1 - none) : 1;
  return { id: rooms.ids[at]!, probability: Math.min(1, shares[at]! / Math.max(1e-9, whole)) };
}

/** The shares (0–1) of a round normal error about a place in each room and in none, as far as it is on the floor. */
function sharesOf(
  grid: FloorGrid,
  { ids, start, area, share }: NonNullable<PlacedFloor["rooms"]>,
  place: Point,
  radiusM: number,
): { shares: Float64Array; none: number } {
  const sdM = Math.max(radiusM / radiusSds, grid.cellM / 2);
  const { columns, rows, cellM, extent } = grid;
  const shares = new Float64Array(ids.length);
  let total = 0;
  let none = 0;
  const from = (m: number): number => Math.max(0, Math.floor((m - SMOOTH.roomReachSds * sdM) / cellM));
  const to = (m: number, count: number): number =>
    Math.min(count - 1, Math.floor((m + SMOOTH.roomReachSds * sdM) / cellM));
  const [x, y] = [place.x - extent.minX, place.y - extent.minY];
  for (let row = from(y); row <= to(y, rows); row++) {
    for (let column = from(x); column <= to(x, columns); column++) {
      const cell = row * columns + column;
      if (!grid.inside[cell]) continue;
      const d2 = (cellX(grid, column) - place.x) ** 2 + (cellY(grid, row) - place.y) ** 2;
      const p = Math.exp(-d2 / (2 * sdM * sdM));
      let left = 1;
      for (let i = start[cell]!; i < start[cell + 1]!; i++) {
        shares[area[i]!]! += p * share[i]!;
        left -= share[i]!;
      }
      total += p;
      none += p * Math.max(0, left);
    }
  }
  for (let i = 0; i < shares.length; i++) shares[i]! /= Math.max(1e-300, total);
  return { shares, none: total > 0 ? none / total : 1 };
}
