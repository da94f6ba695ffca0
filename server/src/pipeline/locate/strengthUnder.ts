import { newTagOffset, type TagOffset } from "@pulse/positioning/learn/tagOffset";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import type { KnownTag } from "./siteRows.repository.ts";

/**
 * What is known about a tag's own strength at its site, for `locate` to convert if it was learned under an earlier law.
 * Null: nothing, since what was learned under a law that is no longer known would mislead under the present one.
 */
export function strengthUnder(
  { calibration, learning }: SiteModel,
  { offsetDb, version }: Pick<KnownTag, "offsetDb" | "version">,
): TagOffset | null {
  if (offsetDb === null || version === null) return null;
  if (version !== (calibration?.version ?? 0) && !learning.modelShifts.has(version)) return null;
  return { ...newTagOffset(offsetDb), version };
}
