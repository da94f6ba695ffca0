import type { HardwareListed } from "@pulse/contract/gateways";
import type { FeatureCollection } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import { isPlaced, type LiveStore } from "../../live/liveStore.ts";
import type { SpriteImages } from "../sprites/spriteImages.ts";
import { isOnMap } from "../status.ts";
import { emptyCollection, setShapes } from "./mapLayers.ts";
import { type DrawnAsset, markerFeatures, type Target } from "./markerFeatures.ts";
import type { MarkerMotion } from "./markerMotion.ts";
import { type MarkerScale, markerScale, pxPerM } from "./scale.ts";
import { confidenceShapes, nearestLine, selectionFeatures } from "./selectionShapes.ts";
import type { SiteMapState } from "./siteMapState.ts";

export interface FrameParts {
  live: LiveStore;
  motion: MarkerMotion;
  sprites: SpriteImages;
  state: SiteMapState;
  fanned: ReadonlySet<string>;
  hovered: string | null;
  nowMs: number;
  distanceText(metres: number): string;
}

const gatewayNamesFromPxPerM = 6;

/** Draws everything that moves, once. Answers what can be hit, when it is on its way to the screen. */
export async function drawFrame(map: MapLibreMap, parts: FrameParts): Promise<readonly Target[]> {
  const { state, sprites, motion, nowMs } = parts;
  const bearingDeg = map.getBearing();
  const px = pxPerM(map.getZoom(), map.getCenter().lat);
  const scale = markerScale(px);
  const drawn = drawnAssets(map, parts);
  const { markers, names, targets } = markerFeatures(drawn, {
    sprites,
    scale,
    bearingDeg,
    nowMs,
    timeoutDay: state.timeoutDay,
    selected: state.selected,
    hovered: parts.hovered,
    fanned: parts.fanned,
    unproject: (x, y) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
  });
  const circles = drawn
    .filter(({ key, isOnShownFloor }) => key === state.selected || (state.layers.confidence && isOnShownFloor))
    .map(({ key, asset }) => ({ at: motion.placeOf(key) ?? asset, radiusM: asset.accuracy }));
  await Promise.all([
    setShapes(map, "markers", { type: "FeatureCollection", features: markers }),
    setShapes(map, "names", { type: "FeatureCollection", features: names }),
    setShapes(map, "gateways", state.layers.gateways ? gatewayShapes(parts, px) : emptyCollection),
    setShapes(map, "confidence", confidenceShapes(circles)),
    ...selection(map, parts, scale, bearingDeg),
  ]);
  return targets;
}

function drawnAssets(map: MapLibreMap, { live, motion, state, nowMs }: FrameParts): DrawnAsset[] {
  const out: DrawnAsset[] = [];
  for (const asset of live.all().values()) {
    if (!isOnMap(asset, nowMs, state.timeoutDay)) continue;
    const isSelected = asset.guid === state.selected;
    if (!isSelected && state.passing !== null && !state.passing.has(asset.guid)) continue;
    const isOnShownFloor = asset.floorId === null || state.shownFloorIds.includes(asset.floorId);
    if (!isOnShownFloor && !isSelected && !state.layers.otherFloors) continue;
    const { x, y } = map.project(motion.placeOf(asset.guid) ?? asset);
    out.push({ key: asset.guid, x, y, asset, isOnShownFloor });
  }
  return out;
}

function selection(map: MapLibreMap, parts: FrameParts, scale: MarkerScale, bearingDeg: number): Promise<void>[] {
  const { state, live, motion, sprites, nowMs } = parts;
  const asset = state.selected === null ? undefined : live.get(state.selected);
  if (asset === undefined || !isPlaced(asset) || !isOnMap(asset, nowMs, state.timeoutDay))
    return [setShapes(map, "selected", emptyCollection), setShapes(map, "nearest", emptyCollection)];
  const at = motion.placeOf(asset.guid) ?? asset;
  const nearest = state.gateways.find(({ guid }) => guid === asset.nearestHardwareGuid) ?? null;
  const view = { sprites, scale, bearingDeg, nowMs, distanceText: parts.distanceText };
  return [
    setShapes(map, "selected", selectionFeatures(asset, at, nearest, view)),
    setShapes(map, "nearest", nearestLine(at, nearest)),
  ];
}

function gatewayShapes({ state, sprites, live }: FrameParts, px: number): FeatureCollection {
  const isShown = ({ floorId }: HardwareListed): boolean => floorId === null || state.shownFloorIds.includes(floorId);
  const nearestGuid = state.selected === null ? undefined : live.get(state.selected)?.nearestHardwareGuid;
  return {
    type: "FeatureCollection",
    features: state.gateways.filter(isShown).map(({ guid, name, status, lat, lon }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [lon, lat] },
      properties: {
        icon: sprites.gateway(status, px >= gatewayNamesFromPxPerM || guid === nearestGuid ? name : null),
        opacity: 1,
        order: 0,
      },
    })),
  };
}
