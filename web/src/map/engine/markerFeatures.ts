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

type MarkerFeature = Feature<Point, { kind: "marker" | "name"; icon: string; opacity: number; order: number }>;

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
): { features: MarkerFeature[]; targets: Target[] } {
  const markers: MarkerFeature[] = [];
  const candidates: { x: number; y: number; text: string; strength: number }[] = [];
  const targets: Target[] = [];
  const place = (x: number, y: number, icon: string, opacity: number, rank: number): MarkerFeature => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: view.unproject(x, y) },
    properties: { kind: "marker", icon, opacity, order: rank },
  });
  const rest = drawn.filter(({ key }) => key !== view.selected);

  for (const { x, y, asset, isOnShownFloor } of rest)
    if (!isOnShownFloor) markers.push(place(x, y, otherFloorIcon(asset, view), otherFloorStrength, order.otherFloor));

  const shown = rest.filter(({ isOnShownFloor }) => isOnShownFloor);
  const single = ({ x, y, asset, key }: DrawnAsset, rank: number | null): void => {
    const state = puckState(asset, view.nowMs);
    const strength = strengthOf(view.nowMs - asset.lastUpdatedMs, view.timeoutDay);
    const top = rank ?? (key === view.hovered ? order.hovered : order[state]);
    markers.push(place(x, y, markerIcon(asset, view), strength, top));
    targets.push({ x, y, radiusPx: radiusPx(view.scale), guids: [key] });
    if (view.scale === "named") candidates.push({ x, y, text: identifierOf(asset.name, asset.type), strength });
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
  const centre = {
    x: fan.reduce((sum, f) => sum + f.x, 0) / fan.length,
    y: fan.reduce((sum, f) => sum + f.y, 0) / fan.length,
  };
  const ringPx = Math.max(fanRadiusPx, (fan.length * 28) / (2 * Math.PI));
  fanOut(fan.length, ringPx).forEach(({ dx, dy }, index) => {
    single({ ...fan[index]!, x: centre.x + dx, y: centre.y + dy }, order.fanned);
  });
  const names = freeNames(candidates, targets).map(({ x, y, text, strength }) => {
    const name = place(x, y, view.sprites.name(text), strength, 0);
    return { ...name, properties: { ...name.properties, kind: "name" as const } };
  });
  return { features: [...markers, ...names], targets };
}

const nameBelowPx = 23;
const nameHalfHeightPx = 7;
const letterPx = 6.4;

/** The names that touch no marker and no name before them: a name is a help, an overlap is none. */
export function freeNames<N extends { x: number; y: number; text: string }>(
  names: readonly N[],
  targets: readonly Pick<Target, "x" | "y" | "radiusPx">[],
): N[] {
  const taken: { x: number; y: number; half: number }[] = [];
  return names.filter(({ x, y, text }) => {
    const half = (text.length * letterPx) / 2;
    const at = y + nameBelowPx;
    const touches = (other: { x: number; y: number }, reachX: number, reachY: number): boolean =>
      Math.abs(other.x - x) < half + reachX && Math.abs(other.y - at) < nameHalfHeightPx + reachY;
    const isFree =
      targets.every((target) => !touches(target, target.radiusPx, target.radiusPx)) &&
      taken.every((name) => !touches(name, name.half, nameHalfHeightPx));
    if (isFree) taken.push({ x, y: at, half });
    return isFree;
  });
}

function radiusPx(scale: MarkerScale): number {
  return { dot: 5, puck: 10.5, named: 13 }[scale];
}

// A dot at every scale: it only tells that something is above or below, and must not compete.
function otherFloorIcon(asset: PlacedAsset, { sprites, bearingDeg, nowMs }: MarkerView): string {
  return sprites.dot(puckState(asset, nowMs), asset.headingDeg === null ? null : asset.headingDeg - bearingDeg);
}

function markerIcon(asset: PlacedAsset, view: Pick<MarkerView, "sprites" | "scale" | "bearingDeg" | "nowMs">): string {
  const state = puckState(asset, view.nowMs);
  const headingDeg = asset.headingDeg === null ? null : asset.headingDeg - view.bearingDeg;
  if (view.scale === "dot") return view.sprites.dot(state, headingDeg);
  return view.sprites.marker({
    state,
    type: asset.type,
    radiusPx: radiusPx(view.scale),
    headingDeg,
    isLow: isLow(asset),
    isSelected: false,
  });
}

/** Whether the battery badge is drawn. */
export function isLow(asset: Pick<PlacedAsset, "batteryLevel">): boolean {
  return asset.batteryLevel !== null && asset.batteryLevel <= limits.lowBatteryPercent;
}
