import type { HardwareListed } from "@pulse/contract/gateways";
import { boxAround, type Box, occupiedBoxes } from "./boxes.ts";
import { toPlane, toScreen } from "../camera/plane.ts";
import type { SiteMapState } from "../siteMapState.ts";
import type { Target } from "../camera/targets.ts";
import type { Spot } from "./roomSpots.ts";
import { type Batches, type Frame, type SceneView, stationary } from "./sceneView.ts";

const namesFromPxPerM = 6;
const nameBelowPx = 16;
const nameHeightPx = 13;
const squarePx = 16;
const selectedPx = 26;

/** Draws the gateways of the shown floors, without their names, and returns the parts of the screen that they take. */
export function drawGateways({ gateways }: Batches, frame: Frame, { state, sprites, view }: SceneView): Box[] {
  gateways.clear();
  return shownGateways(state).map((gateway) => {
    const place = toPlane(gateway);
    const { x, y } = toScreen(view, place.x, place.y);
    gateways.add(stationary(place, frame), sprites.gateway(gateway.status, false), 1);
    return boxAround(x, y, squarePx, squarePx);
  });
}

/**
 * Names the gateways where the name covers nothing: below, above or beside the square. The one nearest to the selected asset
 * is always named. `occupied`: what names must not touch; `spots`: the last spot of each name by the gateway's guid. Returns the parts of the screen that the names take.
 */
export function drawGatewayNames(
  { gateways }: Batches,
  frame: Frame,
  { state, sprites, table, view }: SceneView,
  { spots, occupied, pxPerM }: { spots: Map<string, Spot>; occupied: readonly Box[]; pxPerM: number },
): Box[] {
  const selectedRow = state.selected === null ? undefined : table.rowOf(state.selected);
  const nearest = selectedRow === undefined ? null : (table.assetAt(selectedRow)?.nearestHardwareGuid ?? null);
  const boxes = occupiedBoxes();
  for (const box of occupied) boxes.occupy(box);
  const named: Box[] = [];
  for (const gateway of shownGateways(state)) {
    if (pxPerM < namesFromPxPerM && gateway.guid !== nearest) continue;
    const place = toPlane(gateway);
    const { x, y } = toScreen(view, place.x, place.y);
    const widthPx = sprites.gatewayNameWidthPx(gateway.name);
    const boxAt = ({ dx, dy }: Spot): Box => boxAround(x + dx, y + dy, widthPx, nameHeightPx);
    const usual = nameSpots(widthPx);
    const before = spots.get(gateway.guid);
    const free = [...(before === undefined ? [] : [before]), ...usual].find((each) => boxes.isFree(boxAt(each)));
    const spot = free ?? (gateway.guid === nearest ? usual[0] : undefined);
    if (spot === undefined) continue;
    spots.set(gateway.guid, spot);
    boxes.occupy(boxAt(spot));
    named.push(boxAt(spot));
    const cell = sprites.gatewayName(gateway.status, gateway.name);
    gateways.add(stationary(place, frame), cell, 1, spot.dx, spot.dy);
  }
  return named;
}

/** Where a name may be, px from its gateway, the usual spot first. */
function nameSpots(widthPx: number): Spot[] {
  const besidePx = squarePx / 2 + 3 + widthPx / 2;
  return [
    { dx: 0, dy: nameBelowPx },
    { dx: 0, dy: -nameBelowPx },
    { dx: besidePx, dy: 0 },
    { dx: -besidePx, dy: 0 },
  ];
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
export function gatewayTargets(state: Gateways): Target[] {
  return shownGateways(state).map((gateway) => {
    const place = toPlane(gateway);
    return { guids: [gateway.guid], radiusPx: squarePx / 2, place: () => place, dx: 0, dy: 0 };
  });
}

type Gateways = Pick<SiteMapState, "gateways" | "layers" | "shownFloorIds">;

function shownGateways({ gateways, layers, shownFloorIds }: Gateways): HardwareListed[] {
  return layers.gateways ? gateways.filter((gateway) => isShown(gateway, shownFloorIds)) : [];
}

/** Whether a gateway was placed: exactly 0, 0 means an empty field. */
export function isPlacedGateway({ lat, lon }: Pick<HardwareListed, "lat" | "lon">): boolean {
  return lat !== 0 || lon !== 0;
}

function isShown({ floorId, ...place }: HardwareListed, shownFloorIds: readonly string[]): boolean {
  if (!isPlacedGateway(place)) return false;
  return floorId === null || shownFloorIds.includes(floorId);
}
