import { cellX, cellY, type FloorGrid } from "../model/floorGrid.ts";
import { riseOf } from "../model/beyondFloors.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { DirectWitness } from "../window/direct.ts";

/** Ranges and angles of a tag on one floor, and how fast the tag goes. */
export interface DirectEvidence {
  floor: PlacedFloor;
  tagHeightM: number;
  speedMps: number;
  witnesses: readonly DirectWitness[];
}

/** Echoes measure too far and from wrong directions: errors follow Student's t with so many degrees of freedom. */
const FREEDOM = 4;
const RADIANS = Math.PI / 180;

/**
 * Adds the evidence of ranges and angles to each cell's −2 log p. A cell is not a point: its own extent along the
 * range or across the direction, and how far the tag has gone since, widen what was measured.
 */
export function addDirect(
  { floor, tagHeightM, speedMps, witnesses }: DirectEvidence,
  fine: boolean,
  cost: Float64Array,
  count: number,
  cells: Int32Array | null,
): void {
  const { grid } = floor;
  const sideM = fine ? grid.cellM : grid.cellM * grid.stride;
  for (const { anchor, measured, share, ageS } of witnesses) {
    const z = anchor.z + riseOf(anchor, floor) - tagHeightM;
    const spreadM2 = sideM ** 2 / 12 + anchor.placeSdM ** 2 + (speedMps * ageS) ** 2;
    for (let k = 0; k < count; k++) {
      const dx = xOf(grid, fine, k, cells) - anchor.x;
      const dy = yOf(grid, fine, k, cells) - anchor.y;
      const flat2 = dx * dx + dy * dy;
      if ("rangeM" in measured) {
        cost[k]! += share * surprise(Math.sqrt(flat2 + z * z) - measured.rangeM, measured.sdM ** 2 + spreadM2);
        continue;
      }
      // In a cell that a gateway is above, every direction is right.
      const own = (measured.sdDeg * RADIANS) ** 2 + spreadM2 / Math.max(flat2, spreadM2);
      cost[k]! += share * surprise(turn(Math.atan2(dx, dy) - measured.azimuthDeg * RADIANS), own);
      if (measured.elevationDeg === null) continue;
      const tilt = (measured.sdDeg * RADIANS) ** 2 + spreadM2 / Math.max(flat2 + z * z, spreadM2);
      cost[k]! += share * surprise(Math.atan2(-z, Math.sqrt(flat2)) - measured.elevationDeg * RADIANS, tilt);
    }
  }
}

/** −2 log of the likelihood of an error with this variance. */
function surprise(error: number, variance: number): number {
  return Math.log(variance) + (FREEDOM + 1) * Math.log(1 + (error * error) / (FREEDOM * variance));
}

/** An angle between −π and π. */
function turn(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function xOf(grid: FloorGrid, fine: boolean, k: number, cells: Int32Array | null): number {
  return fine && cells ? cellX(grid, cells[k]! % grid.columns) : grid.coarseX[k]!;
}

function yOf(grid: FloorGrid, fine: boolean, k: number, cells: Int32Array | null): number {
  return fine && cells ? cellY(grid, Math.floor(cells[k]! / grid.columns)) : grid.coarseY[k]!;
}
