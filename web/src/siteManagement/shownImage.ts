import type { FloorPlan } from "@pulse/contract/sites";
import type { FloorValues } from "./layoutValues.ts";
import type { PlanFiles } from "./usePlanFiles.ts";

/** The width at which a plan is shown on the map for placing, px. */
const shownWidth = 2048;

/** A floor's plan for display: the chosen file or the stored one; null while there is none. */
export function shownImage(
  { image }: FloorValues,
  stored: readonly FloorPlan[],
  chosen: Pick<PlanFiles, "find">,
): { url: string; width: number; height: number } | null {
  const file = chosen.find(image);
  if (file !== null) return { url: file.url, width: file.width, height: file.height };
  const plan = stored.find((floor) => floor.image !== null && floor.image === image);
  if (!plan?.imageUrl || plan.imageWidth === null || plan.imageHeight === null) return null;
  return { url: `${plan.imageUrl}?width=${shownWidth}`, width: plan.imageWidth, height: plan.imageHeight };
}
