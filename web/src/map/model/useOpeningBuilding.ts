import type { FloorPlan } from "@pulse/contract/sites";
import { useState } from "react";
import { useServices } from "../../services/services.tsx";
import { areInSeveralBuildings, fullestBuilding } from "../layers/floorChoice.ts";
import { lastBuilding } from "../layers/lastBuilding.ts";

/**
 * The building that a site's map opens on: the one used last on this browser, else the one with the most assets. Null while
 * the assets are loading; then it stays, however assets move.
 */
export function useOpeningBuilding(siteId: string, plans: readonly FloorPlan[], isLoading: boolean): string | null {
  const { live } = useServices();
  const [building, setBuilding] = useState(() => lastBuilding(localStorage, siteId));
  if (plans.length === 0) return null;
  if (!areInSeveralBuildings(plans)) return plans[0]!.buildingId;
  if (plans.some(({ buildingId }) => buildingId === building)) return building;
  if (!isLoading) {
    const floorIds = [...live.all().values()].map(({ floorId }) => floorId);
    setBuilding(fullestBuilding(plans, floorIds));
  }
  return null;
}
