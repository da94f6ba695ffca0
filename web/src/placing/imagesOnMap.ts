import type { FloorPlan } from "@pulse/contract/sites";
import type { Underlay } from "@pulse/contract/underlay";
import type { PlanImage } from "./onPlanMap.ts";

/** A floor's plan as the only image of a map; nothing where it has none. */
export function planOnMap(
  floor: Pick<FloorPlan, "id" | "imageUrl" | "imageWidth" | "corners"> | null | undefined,
  opacity = 1,
): PlanImage[] {
  if (!floor || floor.imageUrl === null) return [];
  const { id, imageUrl, imageWidth, corners } = floor;
  return [{ id, url: imageUrl, imageWidth, corners, opacity }];
}

/** The picture under a site's floors as the lowest image of a map; nothing where there is none. */
export function underlayOnMap(underlay: Underlay | null | undefined): PlanImage[] {
  if (!underlay) return [];
  const { image, imageUrl, imageWidth, corners, opacity } = underlay;
  return [{ id: image, url: imageUrl, imageWidth, corners, opacity, isPhoto: true }];
}
