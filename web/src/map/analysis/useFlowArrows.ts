import type { LatLon } from "@pulse/geo/latLon";
import { useEffect, useState } from "react";
import { useOverlay } from "../layers/useOverlay.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import { type Flow, flowArrows } from "./flowArrows.ts";
import { flowOverlay } from "./flowOverlay.ts";

/** Draws the strongest movements between the places of the shown floors as arrows. */
export function useFlowArrows(page: Pick<DrawnMap, "setOverlays" | "state">, flows: readonly Flow[] | undefined): void {
  const [arrows] = useState(flowOverlay);
  useOverlay(page, "flows", arrows.overlay);
  const { plans, shownFloorIds, fences } = page.state;
  useEffect(() => {
    const rooms = plans.filter(({ id }) => shownFloorIds.includes(id)).flatMap((plan) => plan.rooms);
    const places = new Map<string, LatLon>(rooms.map(({ id, area }) => [id, middleOf(area)]));
    for (const { id, parts } of fences)
      places.set(id, middleOf((parts[0]?.[0] ?? []).slice(1).map(([lon, lat]) => ({ lat, lon }))));
    arrows.show(flowArrows(flows ?? [], (id) => places.get(id)));
  }, [arrows, flows, plans, shownFloorIds, fences]);
}

const middleOf = (corners: readonly LatLon[]): LatLon => ({
  lat: corners.reduce((sum, { lat }) => sum + lat, 0) / corners.length,
  lon: corners.reduce((sum, { lon }) => sum + lon, 0) / corners.length,
});
