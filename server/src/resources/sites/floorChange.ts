import type { FloorPlan } from "@pulse/contract/sites";
import { samePlace } from "@pulse/geo/drawnPlaces";
import type { Placement } from "@pulse/geo/floorPlan";
import { isSame } from "../../platform/http/staleVersion.ts";
import { completeDrawing } from "./drawing.ts";
import { drawingChanges } from "./drawingChanges.ts";
import type { BuildingToStore, FloorToStore } from "./layoutToStore.ts";

/** A smaller turn is ignored, degrees, since corners that are sent back give the rotation anew. */
const sameTurnDeg = 1e-6;

/** Whether two plans are in the same place. */
export function samePlacement(a: Placement, b: Placement): boolean {
  const isTurned = Math.abs(a.rotationDeg - b.rotationDeg) > sameTurnDeg;
  return !isTurned && samePlace(a.northWest, b.northWest) && samePlace(a.southEast, b.southEast);
}

/** Whether a floor differs from what is stored. @param elevation the stored one, if somebody has set it */
export function isFloorChanged(
  stored: FloorPlan,
  floor: Omit<FloorToStore, "isChanged">,
  buildingId: string,
  elevation: number | null,
): boolean {
  const storedValues = [stored.buildingId, stored.name, stored.level, stored.ceilingHeightM, elevation];
  const newValues = [buildingId, floor.name, floor.level, floor.ceilingHeightM, floor.elevation];
  return (
    storedValues.some((value, nth) => value !== newValues[nth]) ||
    !samePlacement(stored, floor.placement) ||
    "part" in floor.image ||
    floor.image.file !== stored.image ||
    drawingChanges(stored, completeDrawing(floor.drawing)).length > 0
  );
}

/** Whether a site is stored with other buildings or floors than those of a layout. */
export function isLayoutChanged(stored: readonly FloorPlan[], layout: readonly BuildingToStore[]): boolean {
  const there = stored.map(({ id, buildingId, buildingName }) => `${id} ${buildingId} ${buildingName}`);
  const given = layout.flatMap(({ id, name, floors }) => floors.map((floor) => `${floor.id} ${id} ${name}`));
  // The order is made by names and levels.
  return !isSame(there, given) || layout.some(({ floors }) => floors.some(({ isChanged }) => isChanged));
}
