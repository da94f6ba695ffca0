import type { Place } from "../camera/plane.ts";
import type { Target } from "../camera/targets.ts";
import type { SceneView } from "./sceneView.ts";
import { markerRadiusPx } from "./spriteKeys.ts";

/** Names give way to a new path a picture after its marker has begun to glide, so they give way to so much more, ms. */
const pictureMs = 400;

/** What a pointer hits of a single marker, and where it glides. `clockMs`: a monotonic clock. */
export function rowTarget(row: number, { table, scale }: SceneView, clockMs: () => number): Target {
  return {
    guids: [table.assetAt(row)!.guid],
    radiusPx: markerRadiusPx(scale),
    place(): Place {
      const nowMs = clockMs();
      return { x: table.xAt(row, nowMs), y: table.yAt(row, nowMs) };
    },
    heading: () => table.headingOf(row, clockMs(), pictureMs),
    dx: 0,
    dy: 0,
  };
}
