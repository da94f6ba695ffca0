import type { FloorPlan } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { Point } from "@pulse/geo/localFrame";
import { isInside } from "@pulse/geo/polygon";
import type { ApiClient } from "../api/client.ts";
import { loadPlanImage } from "../placing/loadPlanImage.ts";
import { closedAreas } from "./closedAreas.ts";
import type { WallLine } from "./WallLine.ts";
import type { Shape } from "./sketch.ts";
import { distance, projectOnSegment, sidesOf } from "./snap.ts";
import type { WallRequest } from "./wallWorker.ts";

/** A line this near to a drawn side along its whole length is the same wall, m. */
const sameM = 0.4;
/** Nobody could check more than this. */
const maxSuggestions = 300;

/** What the floor's plan seems to show and what is not drawn yet, the longest walls and the largest rooms first. */
export async function suggestedWalls(
  api: Pick<ApiClient, "bytes">,
  floor: Pick<FloorPlan, "imageUrl">,
  plan: Pick<PlacedPlan, "widthM" | "heightM">,
  shapes: readonly Pick<Shape, "kind" | "points">[],
): Promise<{ walls: readonly WallLine[]; rooms: readonly (readonly Point[])[] }> {
  if (floor.imageUrl === null) return { walls: [], rooms: [] };
  const image = await loadPlanImage(api, floor.imageUrl);
  const lines = await inWorker({ image, widthM: plan.widthM, heightM: plan.heightM });
  // Rooms may have sides that are drawn already.
  return {
    walls: undrawn(lines, shapes).slice(0, maxSuggestions),
    rooms: newRooms(closedAreas(lines), shapes).slice(0, maxSuggestions),
  };
}

/** The lines without a drawn wall or outline along them. */
export function undrawn(
  lines: readonly WallLine[],
  shapes: readonly Pick<Shape, "kind" | "points">[],
): readonly WallLine[] {
  const sides = shapes.filter(({ kind }) => kind === "wall" || kind === "outline").flatMap(sidesOf);
  const isDrawn = ({ a, b }: WallLine): boolean =>
    [0, 0.25, 0.5, 0.75, 1].every((share) => {
      const point = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
      return sides.some(([from, to]) => distance(point, projectOnSegment(point, from, to)) <= sameM);
    });
  return lines.filter((line) => !isDrawn(line));
}

/** The areas that no drawn room or lift is in. */
export function newRooms(
  areas: readonly (readonly Point[])[],
  shapes: readonly Pick<Shape, "kind" | "points">[],
): readonly (readonly Point[])[] {
  const drawn = shapes.filter(({ kind }) => kind === "room" || kind === "lift");
  return areas.filter((area) => !drawn.some(({ points }) => isInside(middleOf(points), area)));
}

/** The mean of the corners. */
const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** In a worker: reading some millions of pixels would hold up the page for a second. */
function inWorker(request: WallRequest): Promise<WallLine[]> {
  const worker = new Worker(new URL("wallWorker.ts", import.meta.url), { type: "module" });
  return new Promise<WallLine[]>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<WallLine[]>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.postMessage(request, { transfer: [request.image] });
  }).finally(() => worker.terminate());
}
