import type { FloorGrid } from "./floorGrid.ts";
import { expectedRssi, type RadioModel } from "./pathLoss.ts";
import type { ResidualMap } from "./residualMap.ts";
import { wallLossDb, type WallIndex } from "./walls.ts";

/** What one gateway would hear from everywhere on a floor. */
export interface AnchorTables {
  /** By cell and by block, as the floor's grid numbers them, dBm. */
  level: Float32Array;
  /** With a residual map: the variance around that by block (dB², packet noise apart), which changes slowly; else null. */
  variance: Float32Array | null;
}

/** A floor's walls, and the share of their stated losses that applies there. */
export interface WallAttenuation {
  index: WallIndex;
  share: number;
}

/** Computes the tables for a gateway at `place` and tags carried at `tagHeightM`. */
export function anchorTables(
  place: { x: number; y: number; z: number },
  radio: RadioModel,
  grid: FloorGrid,
  tagHeightM: number,
  map: ResidualMap | null = null,
  walls: WallAttenuation | null = null,
): AnchorTables {
  // A cell is not a point: its own mean square radius keeps a gateway inside it from looking infinitely near.
  const dz2 = (place.z - tagHeightM) ** 2 + grid.cellM ** 2 / 6;
  const level = new Float32Array(grid.x.length);
  for (let at = 0; at < level.length; at++) {
    const [x, y] = [grid.x[at]!, grid.y[at]!];
    level[at] = expectedRssi(radio, Math.sqrt((x - place.x) ** 2 + (y - place.y) ** 2 + dz2));
    if (map) level[at]! += map.mean(x, y);
    if (walls) level[at]! -= walls.share * wallLossDb(walls.index, place.x, place.y, x, y);
  }
  const cells = grid.inside.length;
  const variance =
    map && Float32Array.from(grid.x.subarray(cells), (x, block) => map.variance(x, grid.y[cells + block]!));
  return { level, variance };
}
