import { cellX, cellY, type FloorGrid } from "./floorGrid.ts";
import { expectedRssi, type RadioModel } from "./pathLoss.ts";
import type { ResidualMap } from "./residualMap.ts";
import { wallLossDb, type WallIndex } from "./walls.ts";

/** What one gateway would hear (dBm) from every cell of its floor and every sample of the coarse raster. */
export interface AnchorTables {
  fine: Float32Array;
  coarse: Float32Array;
  /** With a residual map: variance around that (dB², packet noise apart), by cell and by sample. */
  fineVariance: Float32Array | null;
  coarseVariance: Float32Array | null;
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
  const expected = (x: number, y: number): number =>
    expectedRssi(radio, Math.sqrt((x - place.x) ** 2 + (y - place.y) ** 2 + dz2)) +
    (map ? map.mean(x, y) : 0) -
    (walls ? walls.share * wallLossDb(walls.index, place.x, place.y, x, y) : 0);
  const fine = new Float32Array(grid.columns * grid.rows);
  for (let row = 0; row < grid.rows; row++) {
    const y = cellY(grid, row);
    for (let column = 0; column < grid.columns; column++) {
      fine[row * grid.columns + column] = expected(cellX(grid, column), y);
    }
  }
  const coarse = new Float32Array(grid.coarseX.length);
  for (let i = 0; i < coarse.length; i++) coarse[i] = expected(grid.coarseX[i]!, grid.coarseY[i]!);
  return { fine, coarse, ...(map ? variances(map, grid) : { fineVariance: null, coarseVariance: null }) };
}

/** Variance changes slowly and is expensive, so a cell takes that of its coarse sample. */
function variances(map: ResidualMap, grid: FloorGrid): Pick<AnchorTables, "fineVariance" | "coarseVariance"> {
  const fineVariance = new Float32Array(grid.columns * grid.rows);
  const coarseVariance = new Float32Array(grid.coarseX.length);
  for (let i = 0; i < coarseVariance.length; i++) {
    const variance = map.variance(grid.coarseX[i]!, grid.coarseY[i]!);
    coarseVariance[i] = variance;
    const column0 = grid.coarseColumn[i]! * grid.stride;
    const row0 = grid.coarseRow[i]! * grid.stride;
    for (let row = row0; row < Math.min(grid.rows, row0 + grid.stride); row++) {
      for (let column = column0; column < Math.min(grid.columns, column0 + grid.stride); column++) {
        fineVariance[row * grid.columns + column] = variance;
      }
    }
  }
  return { fineVariance, coarseVariance };
}
