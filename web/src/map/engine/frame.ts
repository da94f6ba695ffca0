import type { HardwareListed } from "@pulse/contract/gateways";
import type { Feature, FeatureCollection, Point } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { LiveStore } from "../../live/liveStore.ts";
import type { SpriteImages } from "../sprites/spriteImages.ts";
import { isOnMap } from "../status.ts";
import { emptyCollection, type ShapeWriter } from "./mapLayers.ts";
import { type DrawnAsset, markerFeatures, type Target } from "./markerFeatures.ts";
import type { MarkerMotion } from "./markerMotion.ts";
import { type MarkerScale, markerScale, pxPerM } from "./scale.ts";
import { confidenceFeatures, nearestLine, selectionFeatures } from "./selectionShapes.ts";
import type { SiteMapState } from "./siteMapState.ts";

export interface FrameParts {
  live: LiveStore;
  motion: MarkerMotion;
  sprites: SpriteImages;
  state: SiteMapState;
  fanned: ReadonlySet<string>;
  hovered: string | null;
  write: ShapeWriter;
  nowMs: number;
  distanceText(metres: number): string;
}

const gatewayNamesFromPxPerM = 6;

/** Draws everything that moves, once. Answers what can be hit, when it is on its way to the screen. */
export async function drawFrame(map: MapLibreMap, parts: FrameParts): Promise<readonly Target[]> {
  const { state, sprites, motion, nowMs, write } = parts;
  const bearingDeg = map.getBearing();
  const px = pxPerM(map.getZoom(), map.getCenter().lat);
  const scale = markerScale(px);
  const drawn = drawnAssets(map, parts);
  const { features, targets } = markerFeatures(drawn, {
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
  const selection = selectionOf(parts, scale, bearingDeg);
  const markers = [...features, ...selection.markers];
  const ground = [...confidenceFeatures(circles), ...selection.lines];
  await Promise.all([
    write("markers", keyOf(markers), () => collection(markers)),
    write("ground", ground.length === 0 ? "" : JSON.stringify([circles, selection.lines]), () => collection(ground)),
    writeGateways(parts, px),
  ]);
  return targets;
}

function collection(features: Feature[]): FeatureCollection {
  return { type: "FeatureCollection", features };
}

function keyOf(features: readonly Feature[]): string {
  return features
    .map(
      ({ geometry, properties }) =>
        `${(geometry as Point).coordinates.join()} ${Object.values(properties ?? {}).join()}`,
    )
    .join("|");
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

function selectionOf(
  { state, live, motion, sprites, nowMs, distanceText }: FrameParts,
  scale: MarkerScale,
  bearingDeg: number,
): { markers: Feature[]; lines: Feature[] } {
  const asset = state.selected === null ? undefined : live.get(state.selected);
  if (asset === undefined || !isOnMap(asset, nowMs, state.timeoutDay)) return { markers: [], lines: [] };
  const at = motion.placeOf(asset.guid) ?? asset;
  const nearest = state.gateways.find(({ guid }) => guid === asset.nearestHardwareGuid) ?? null;
  const view = { sprites, scale, bearingDeg, nowMs, distanceText };
  return {
    markers: selectionFeatures(asset, at, nearest, view),
    lines: nearest === null ? [] : [nearestLine(at, nearest)],
  };
}

function writeGateways({ state, sprites, live, write }: FrameParts, px: number): Promise<void> {
  if (!state.layers.gateways) return write("gateways", "", () => emptyCollection);
  const isShown = ({ floorId }: HardwareListed): boolean => floorId === null || state.shownFloorIds.includes(floorId);
  const nearestGuid = state.selected === null ? undefined : live.get(state.selected)?.nearestHardwareGuid;
  const features = state.gateways.filter(isShown).map(({ guid, name, status, lat, lon }): Feature<Point> => {
    const icon = sprites.gateway(status, px >= gatewayNamesFromPxPerM || guid === nearestGuid ? name : null);
    const properties = { icon, opacity: 1, order: 0 };
    return { type: "Feature", geometry: { type: "Point", coordinates: [lon, lat] }, properties };
  });
  return write("gateways", keyOf(features), () => collection(features));
}
