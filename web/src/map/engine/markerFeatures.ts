import { limits } from "@pulse/contract/limits";
import type { Feature, Point } from "geojson";
import type { PlacedAsset } from "../../live/liveStore.ts";
import { identifierOf } from "../assetRows.ts";
import { clusterRadiusPx } from "../sprites/cluster.ts";
import type { PuckState } from "../sprites/puck.ts";
import type { SpriteImages } from "../sprites/spriteImages.ts";
import { staleAfterMs, strengthOf } from "../status.ts";
import { fanOut, groupByGrid, type ScreenThing } from "./grouping.ts";
import type { MarkerScale } from "./scale.ts";

/** An asset where it is drawn at this frame. */
export interface DrawnAsset extends ScreenThing {
  asset: PlacedAsset;
  isOnShownFloor: boolean;
}

/** What a pointer can hit. */
export interface Target {
  x: number;
  y: number;
  radiusPx: number;
  guids: string[];
}

export interface MarkerView {
  sprites: SpriteImages;
  scale: MarkerScale;
  bearingDeg: number;
  nowMs: number;
  timeoutDay: number;
  selected: string | null;
  hovered: string | null;
  /** The members of a cluster that was fanned out by a click. */
  fanned: ReadonlySet<string>;
  unproject(x: number, y: number): [lon: number, lat: number];
}

type MarkerFeature = Feature<Point, { icon: string; opacity: number; order: number }>;

const order = { otherFloor: 0, stale: 1, still: 2, moving: 3, cluster: 4, hovered: 5, fanned: 6 };
const otherFloorStrength = 0.32;
const fanRadiusPx = 34;

/** The state a placed asset is drawn in. */
export function puckState(asset: PlacedAsset, nowMs: number): PuckState {
  if (nowMs - asset.lastUpdatedMs > staleAfterMs) return "stale";
  return asset.moving ? "moving" : "still";
}

/** The markers, clusters and names of a frame, without the selected asset, and what of them can be hit. */
export function markerFeatures(
  drawn: readonly DrawnAsset[],
  view: MarkerView,
): { markers: MarkerFeature[]; names: MarkerFeature[]; targets: Target[] } {
  const markers: MarkerFeature[] = [];
  const names: MarkerFeature[] = [];
  const targets: Target[] = [];
  const place = (x: number, y: number, icon: string, opacity: number, rank: number): MarkerFeature => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: view.unproject(x, y) },
    properties: { icon, opacity, order: rank },
  });
  const rest = drawn.filter(({ key }) => key !== view.selected);

  for (const { x, y, asset, isOnShownFloor } of rest)
    if (!isOnShownFloor)
      markers.push(place(x, y, markerIcon(asset, { ...view, isBare: true }), otherFloorStrength, order.otherFloor));

  const shown = rest.filter(({ isOnShownFloor }) => isOnShownFloor);
  const single = ({ x, y, asset, key }: DrawnAsset, rank: number | null): void => {
    const state = puckState(asset, view.nowMs);
    const strength = strengthOf(view.nowMs - asset.lastUpdatedMs, view.timeoutDay);
    const top = rank ?? (key === view.hovered ? order.hovered : order[state]);
    markers.push(place(x, y, markerIcon(asset, view), strength, top));
    targets.push({ x, y, radiusPx: radiusPx(view.scale), guids: [key] });
    if (view.scale === "named")
      names.push(place(x, y, view.sprites.name(identifierOf(asset.name, asset.type)), strength, top));
  };

  for (const group of groupByGrid(
    shown.filter(({ key }) => !view.fanned.has(key)),
    limits.clusterGridPx,
  )) {
    const [first] = group.members;
    if (group.members.length === 1 && first) {
      single(first, null);
      continue;
    }
    const counts = { moving: 0, still: 0, stale: 0 };
    for (const { asset } of group.members) counts[puckState(asset, view.nowMs)]++;
    markers.push(place(group.x, group.y, view.sprites.cluster(counts), 1, order.cluster));
    const reach = clusterRadiusPx(group.members.length);
    targets.push({ x: group.x, y: group.y, radiusPx: reach, guids: group.members.map(({ key }) => key) });
  }

  const fan = shown.filter(({ key }) => view.fanned.has(key));
  const centre = { x: fan.reduce((sum, f) => sum + f.x, 0) / fan.length, y: fan.reduce((sum, f) => sum + f.y, 0) / fan.length };
  const ringPx = Math.max(fanRadiusPx, (fan.length * 28) / (2 * Math.PI));
  fanOut(fan.length, ringPx).forEach(({ dx, dy }, index) => {
    single({ ...fan[index]!, x: centre.x + dx, y: centre.y + dy }, order.fanned);
  });
  return { markers, names, targets };
}

function radiusPx(scale: MarkerScale): number {
  return { dot: 5, puck: 10.5, named: 13 }[scale];
}

function markerIcon(
  asset: PlacedAsset,
  view: Pick<MarkerView, "sprites" | "scale" | "bearingDeg" | "nowMs"> & { isBare?: boolean },
): string {
  const state = puckState(asset, view.nowMs);
  const headingDeg = asset.headingDeg === null ? null : asset.headingDeg - view.bearingDeg;
  if (view.scale === "dot") return view.sprites.dot(state, headingDeg);
  return view.sprites.marker({
    state,
    type: asset.type,
    radiusPx: radiusPx(view.scale),
    headingDeg,
    isLow: view.isBare !== true && isLow(asset),
    isSelected: false,
  });
}

/** Whether the battery badge is drawn. */
export function isLow(asset: Pick<PlacedAsset, "batteryLevel">): boolean {
  return asset.batteryLevel !== null && asset.batteryLevel <= limits.lowBatteryPercent;
}
