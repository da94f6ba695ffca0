import type { HardwareListed } from "@pulse/contract/gateways";
import { boxAround, type Box } from "./boxes.ts";
import { toPlane, toScreen } from "../camera/plane.ts";
import type { SiteMapState } from "../siteMapState.ts";
import type { Target } from "../camera/targets.ts";
import { type Batches, type Frame, type SceneView, stationary } from "./sceneView.ts";

const namesFromPxPerM = 6;
const nameBelowPx = 16;
const nameHeightPx = 13;
const squarePx = 16;
const selectedPx = 26;

/** Draws the gateways of the shown floors with their names, and returns the parts of the screen that they take. */
export function drawGateways({ gateways }: Batches, frame: Frame, scene: SceneView, pxPerM: number): Box[] {
  const { state, sprites, table, view } = scene;
  gateways.clear();
  if (!state.layers.gateways) return [];
  const selectedRow = state.selected === null ? undefined : table.rowOf(state.selected);
  const nearest = selectedRow === undefined ? null : (table.assetAt(selectedRow)?.nearestHardwareGuid ?? null);
  const occupied: Box[] = [];
  for (const gateway of state.gateways) {
    if (!isShown(gateway, state.shownFloorIds)) continue;
    const place = toPlane(gateway);
    const { x, y } = toScreen(view, place.x, place.y);
    gateways.add(stationary(place, frame), sprites.gateway(gateway.status, false), 1);
    occupied.push(boxAround(x, y, squarePx, squarePx));
    if (pxPerM < namesFromPxPerM && gateway.guid !== nearest) continue;
    const cell = sprites.gatewayName(gateway.status, gateway.name);
    gateways.add(stationary(place, frame), cell, 1, 0, nameBelowPx);
    occupied.push(boxAround(x, y + nameBelowPx, sprites.gatewayNameWidthPx(gateway.name), nameHeightPx));
  }
  return occupied;
}

/** Draws the selected gateway above all markers, in a frame and with its name. Returns the parts of the screen that it takes. */
export function drawSelectedGateway({ top }: Batches, frame: Frame, { state, sprites, view }: SceneView): Box[] {
  const gateway = state.gateways.find(({ guid }) => guid === state.selected);
  if (gateway === undefined || !isShown(gateway, state.shownFloorIds)) return [];
  const place = toPlane(gateway);
  const { x, y } = toScreen(view, place.x, place.y);
  top.add(stationary(place, frame), sprites.gateway(gateway.status, true), 1);
  top.add(stationary(place, frame), sprites.gatewayName(gateway.status, gateway.name), 1, 0, nameBelowPx);
  return [
    boxAround(x, y, selectedPx, selectedPx),
    boxAround(x, y + nameBelowPx, sprites.gatewayNameWidthPx(gateway.name), nameHeightPx),
  ];
}

/** The drawn gateways as targets of the pointer. */
export function gatewayTargets({ gateways, layers, shownFloorIds }: SiteMapState): Target[] {
  if (!layers.gateways) return [];
  return gateways
    .filter((gateway) => isShown(gateway, shownFloorIds))
    .map((gateway) => {
      const place = toPlane(gateway);
      return { guids: [gateway.guid], radiusPx: squarePx / 2, place: () => place, dx: 0, dy: 0 };
    });
}

/** Whether a gateway was placed: exactly 0, 0 means an empty field. */
export function isPlacedGateway({ lat, lon }: Pick<HardwareListed, "lat" | "lon">): boolean {
  return lat !== 0 || lon !== 0;
}

function isShown({ floorId, ...place }: HardwareListed, shownFloorIds: readonly string[]): boolean {
  if (!isPlacedGateway(place)) return false;
  return floorId === null || shownFloorIds.includes(floorId);
}
