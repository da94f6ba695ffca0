import type { Px } from "./planMapEngine.ts";

/** The width of the lens, and the distance of its middle from the pointer, px. */
export const lensPx = 152;
const asidePx = 118;
const magnified = 3;

/** The place of the lens's top-left corner: beside the pointer, on the side with room. */
export function lensAt(at: Px, { widthPx, heightPx }: { widthPx: number; heightPx: number }): Px {
  const radius = lensPx / 2;
  const beside = (value: number, max: number): number =>
    (value - asidePx - radius >= 0 || value + asidePx + radius > max ? value - asidePx : value + asidePx) - radius;
  return { x: beside(at.x, widthPx), y: beside(at.y, heightPx) };
}

/** Draws the surroundings of a place on the map, enlarged, with a cross in the middle. */
export function drawLens(lens: HTMLCanvasElement, map: HTMLCanvasElement, at: Px): void {
  const context = lens.getContext("2d");
  if (context === null) return;
  const density = map.width / Math.max(1, map.clientWidth);
  const side = (lensPx / magnified) * density;
  context.clearRect(0, 0, lensPx, lensPx);
  context.drawImage(map, at.x * density - side / 2, at.y * density - side / 2, side, side, 0, 0, lensPx, lensPx);
  const middle = lensPx / 2;
  context.strokeStyle = "#14181f";
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(middle + 3 * x, middle + 3 * y);
    context.lineTo(middle + 14 * x, middle + 14 * y);
  }
  context.stroke();
}
