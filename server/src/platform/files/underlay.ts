import type { Underlay } from "@pulse/contract/underlay";
import { placePlan } from "@pulse/geo/floorPlan";
import type { StoredUnderlay } from "../database/tables/sites.ts";

/** The picture under a site's floors as the contract has it. */
export function underlayOf(stored: StoredUnderlay | null): Underlay | null {
  if (stored === null) return null;
  return { ...stored, corners: placePlan(stored).corners, imageUrl: `/api/v3/files/${stored.image}` };
}
