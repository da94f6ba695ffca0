import type { HardwareListed } from "@pulse/contract/gateways";
import { boxAround, type Box } from "./boxes.ts";
import { toPlane, toScreen } from "./plane.ts";
import { type Batches, type Frame, type SceneView, still } from "./sceneView.ts";

const namesFromPxPerM = 6;
const nameBelowPx = 16;
const nameHeightPx = 13;
const squarePx = 16;

/** Draws the gateways of the shown floors with their names, and gives the parts of the screen that they take. */
export function drawGateways({ gateways }: Batches, frame: Frame, scene: SceneView, pxPerM: number): Box[] {
  const { state, sprites, table, view } = scene;
  gateways.clear();
  if (!state.layers.gateways) return [];
  const selectedRow = state.selected === null ? undefined : table.rowOf(state.selected);
  const nearest = selectedRow === undefined ? null : (table.assetAt(selectedRow)?.nearestHardwareGuid ?? null);
  const taken: Box[] = [];
  for (const gateway of state.gateways) {
    if (!isShown(gateway, state.shownFloorIds)) continue;
    const place = toPlane(gateway);
    const { x, y } = toScreen(view, place.x, place.y);
    gateways.add(still(place, frame), sprites.gateway(gateway.status), 1);
    taken.push(boxAround(x, y, squarePx, squarePx));
    if (pxPerM < namesFromPxPerM && gateway.guid !== nearest) continue;
    const cell = sprites.gatewayName(gateway.status, gateway.name);
    gateways.add(still(place, frame), cell, 1, 0, nameBelowPx);
    taken.push(boxAround(x, y + nameBelowPx, sprites.gatewayNameWidthPx(gateway.name), nameHeightPx));
  }
  return taken;
}

function isShown({ floorId }: HardwareListed, shownFloorIds: readonly string[]): boolean {
  return floorId === null || shownFloorIds.includes(floorId);
}
