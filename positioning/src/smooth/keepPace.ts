import { FASTEST_MPS } from "./displayFilter.ts";
import type { Point } from "../model/outline.ts";

/** Where a tag was shown last, and when. */
export interface LastShown extends Point {
  floor: string;
  atMs: number;
}

/**
 * The place to show now: on the way from where the tag was shown last to where it seems to be, no farther than anything
 * goes meanwhile. News that puts it elsewhere is no leap of the thing itself.
 */
export function keepPace(last: LastShown | null, floor: string, place: Point, nowMs: number): Point {
  if (last?.floor !== floor || nowMs < last.atMs) return place;
  const farM = Math.hypot(place.x - last.x, place.y - last.y);
  const mostM = (FASTEST_MPS * (nowMs - last.atMs)) / 1000;
  if (!(farM > mostM)) return place;
  const share = mostM / farM;
  return { x: last.x + share * (place.x - last.x), y: last.y + share * (place.y - last.y) };
}
