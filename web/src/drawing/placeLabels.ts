import type { Px } from "../placing/planMapEngine.ts";
import type { Shape } from "./sketch.ts";

/** The approximate width of a letter and height of a line, px. */
const letterPx = 6.6;
const linePx = 15;

/** The shapes whose names have room; of overlapping names the larger shape's wins. */
export function placeLabels(shapes: readonly { shape: Shape; at: readonly Px[] }[]): ReadonlySet<string> {
  const taken: { left: number; right: number; top: number; bottom: number }[] = [];
  const shown = new Set<string>();
  const named = shapes.filter(({ shape }) => shape.name !== "").map((one) => ({ ...one, size: sizeOf(one.at) }));
  for (const { shape, at } of named.toSorted((one, other) => other.size - one.size)) {
    const { x, y } = nameAt(at);
    const [across, up] = [(shape.name.length * letterPx) / 2, linePx / 2];
    const box = { left: x - across, right: x + across, top: y - up, bottom: y + up };
    const isFree = taken.every(
      (other) =>
        box.right <= other.left || box.left >= other.right || box.bottom <= other.top || box.top >= other.bottom,
    );
    if (!isFree) continue;
    taken.push(box);
    shown.add(shape.key);
  }
  return shown;
}

/** Where a shape's name is written. */
export function nameAt(at: readonly Px[]): Px {
  const sum = (axis: "x" | "y"): number => at.reduce((total, point) => total + point[axis], 0);
  return { x: sum("x") / at.length, y: sum("y") / at.length };
}

/** The area of the bounding box. */
function sizeOf(at: readonly Px[]): number {
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}
