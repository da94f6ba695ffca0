import { cellX, cellY, type FloorGrid } from "./floorGrid.ts";
import { expectedRssi, type RadioModel } from "./pathLoss.ts";

/** What one gateway would hear (dBm) from every cell of its floor and every sample of the coarse raster. */
export interface AnchorTables {
  fine: Float32Array;
  coarse: Float32Array;
}

/** Computes both tables for a gateway at `place` and tags carried at `tagHeightM`. */
export function anchorTables(
  place: { x: number; y: number; z: number },
  radio: RadioModel,
  grid: FloorGrid,
  tagHeightM: number,
): AnchorTables {
  // A cell is not a point: its own mean square radius keeps a gateway inside it from looking infinitely near.
  const dz2 = (place.z - tagHeightM) ** 2 + grid.cellM ** 2 / 6;
  const fine = new Float32Array(grid.columns * grid.rows);
  for (let row = 0; row < grid.rows; row++) {
    const dy2 = (cellY(grid, row) - place.y) ** 2;
    for (let column = 0; column < grid.columns; column++) {
      const dx = cellX(grid, column) - place.x;
      fine[row * grid.columns + column] = expectedRssi(radio, Math.sqrt(dx * dx + dy2 + dz2));
    }
  }
  const coarse = new Float32Array(grid.coarseX.length);
  for (let i = 0; i < coarse.length; i++) {
    const dx = grid.coarseX[i]! - place.x;
    const dy = grid.coarseY[i]! - place.y;
    coarse[i] = expectedRssi(radio, Math.sqrt(dx * dx + dy * dy + dz2));
  }
  return { fine, coarse };
}
