import { type Extent, extentOf, outlineArea, type Point } from "./outline.ts";
import { outsideM } from "./strayAnchors.ts";
import { MODEL } from "./modelConstants.ts";

/** For each polygon the number of the smallest one that it lies in, such as a bay's ward; −1: it lies in none. */
export function nestingOf(outlines: readonly (readonly Point[])[]): Int32Array {
  const sizes = outlines.map((outline) => outlineArea(outline));
  const extents = outlines.map((outline) => extentOf(outline));
  return Int32Array.from(outlines, (outline, inner) => {
    let smallest = -1;
    for (let outer = 0; outer < outlines.length; outer++) {
      if (sizes[outer]! <= sizes[inner]! || (smallest >= 0 && sizes[outer]! >= sizes[smallest]!)) continue;
      if (!reaches(extents[outer]!, extents[inner]!)) continue;
      if (outline.every((corner) => outsideM(outlines[outer]!, corner) <= MODEL.drawnM)) smallest = outer;
    }
    return smallest;
  });
}

/** Whether a rectangle reaches as far as another on every side: cheaper than looking at each corner. */
function reaches(outer: Extent | null, inner: Extent | null): boolean {
  return (
    outer !== null &&
    inner !== null &&
    outer.minX <= inner.minX + MODEL.drawnM &&
    outer.minY <= inner.minY + MODEL.drawnM &&
    outer.maxX >= inner.maxX - MODEL.drawnM &&
    outer.maxY >= inner.maxY - MODEL.drawnM
  );
}
