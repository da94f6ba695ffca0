import type { Underlay } from "@pulse/contract/underlay";
import type { PlanImage } from "./onPlanMap.ts";

/** The width in which the picture is loaded for a map of one floor, px: it is only the ground there. */
const widthPx = 2048;

/** The picture under a site's floors as the lowest image of a map; nothing where there is none. */
export function underlayOnMap(underlay: Underlay | null | undefined): PlanImage[] {
  if (!underlay) return [];
  const { image, imageUrl, corners, opacity } = underlay;
  return [{ id: image, url: `${imageUrl}?width=${widthPx}`, corners, opacity, isPhoto: true }];
}
