import { outlineArea, type Point } from "./outline.ts";
import { outsideM } from "./strayAnchors.ts";
import { MODEL } from "./modelConstants.ts";

/** For each polygon the number of the smallest one that it lies in, such as a bay's ward; −1: it lies in none. */
export function nestingOf(outlines: readonly (readonly Point[])[]): Int32Array {
  const sizes = outlines.map((outline) => outlineArea(outline));
  return Int32Array.from(outlines, (outline, inner) => {
    let smallest = -1;
    for (let outer = 0; outer < outlines.length; outer++) {
      if (sizes[outer]! <= sizes[inner]! || (smallest >= 0 && sizes[outer]! >= sizes[smallest]!)) continue;
      if (outline.every((corner) => outsideM(outlines[outer]!, corner) <= MODEL.drawnM)) smallest = outer;
    }
    return smallest;
  });
}
