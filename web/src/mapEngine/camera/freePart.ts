import type { Padding } from "../../basemap/planGeometry.ts";
import type { Box } from "../scene/boxes.ts";

/** A map's size and the rectangles of it that something covers, px. */
export interface MapCover {
  widthPx: number;
  heightPx: number;
  boxes: readonly Box[];
}

/** The distance from what covers the map, px: half of a selected marker with its ring. */
const aroundPx = 20;
/** A part with a shorter side shows nothing that helps, px. */
const minSidePx = 72;
/** How much more a large part counts than a small one in which a plan would be as large, per px². */
const areaBonus = 1e-7;

/** Whether a marker at this point of the map sticks out of it, or is covered in part. */
export function isCovered({ widthPx, heightPx, boxes }: MapCover, x: number, y: number): boolean {
  const isNear = ({ left, top, right, bottom }: Box, px: number): boolean =>
    x > left - px && x < right + px && y > top - px && y < bottom + px;
  const map = { left: 0, top: 0, right: widthPx, bottom: heightPx };
  return !isNear(map, -aroundPx) || boxes.some((box) => isNear(box, aroundPx));
}

/**
 * The free part of a map, as the padding around it: the rectangle that nothing covers in which something with this
 * `aspect` (its width by its height) is largest. If every such rectangle is tiny, the largest thing over the map does
 * not count.
 */
export function freePart({ widthPx, heightPx, boxes }: MapCover, aspect: number): Padding {
  const best = largest(freeBoxes(widthPx, heightPx, boxes), aspect);
  const isTiny = best === null || sideOf(best) < minSidePx + 2 * aroundPx;
  if (isTiny && boxes.length > 0) {
    const [, ...others] = boxes.toSorted((a, b) => areaOf(b) - areaOf(a));
    return freePart({ widthPx, heightPx, boxes: others }, aspect);
  }
  const { left, top, right, bottom } = best ?? { left: 0, top: 0, right: widthPx, bottom: heightPx };
  return {
    top: top + aroundPx,
    right: widthPx - right + aroundPx,
    bottom: heightPx - bottom + aroundPx,
    left: left + aroundPx,
  };
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
const sideOf = ({ left, top, right, bottom }: Box): number => Math.min(right - left, bottom - top);

/** All free rectangles that cannot be extended upwards or downwards: between any two vertical edges, above and below what lies there. */
function freeBoxes(widthPx: number, heightPx: number, boxes: readonly Box[]): Box[] {
  const lefts = [0, ...boxes.map(({ right }) => right)];
  const rights = [widthPx, ...boxes.map(({ left }) => left)];
  return lefts.flatMap((left) =>
    rights
      .filter((right) => right > left)
      .flatMap((right) => {
        const between = boxes.filter((box) => box.left < right && box.right > left);
        return gaps(between, heightPx).map(({ top, bottom }) => ({ left, top, right, bottom }));
      }),
  );
}

/** The heights at which none of the boxes is. */
function gaps(boxes: readonly Box[], heightPx: number): { top: number; bottom: number }[] {
  const found: { top: number; bottom: number }[] = [];
  let top = 0;
  for (const box of boxes.toSorted((a, b) => a.top - b.top)) {
    if (box.top > top) found.push({ top, bottom: box.top });
    top = Math.max(top, box.bottom);
  }
  if (heightPx > top) found.push({ top, bottom: heightPx });
  return found;
}

function largest(free: readonly Box[], aspect: number): Box | null {
  const scoreOf = (box: Box): number => {
    const [width, height] = [box.right - box.left - 2 * aroundPx, box.bottom - box.top - 2 * aroundPx];
    return Math.min(width / aspect, height) * (1 + areaBonus * areaOf(box));
  };
  return free.reduce<Box | null>((best, box) => (best === null || scoreOf(box) > scoreOf(best) ? box : best), null);
}
