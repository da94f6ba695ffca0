import type { Corners } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { FeatureCollection } from "geojson";
import { zoomOfPxPerM } from "./scale.ts";

export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** A plan placed on the world. */
export interface Laid {
  corners: Corners;
  rotationDeg: number;
}

/** The camera with which some plans fill the view, the first of them upright. */
export interface Fit {
  centre: LatLon;
  zoom: number;
  bearing: number;
}

const widestPxPerM = 40;

/** The camera that shows all of `plans` plan-up in a view of this size, inside its padding. Null without plans. */
export function fitPlans(plans: readonly Laid[], width: number, height: number, padding: Padding): Fit | null {
  const [first] = plans;
  if (first === undefined) return null;
  const { min, max, toLatLon } = extentOf(plans, first);
  const centre = toLatLon({ right: (min.right + max.right) / 2, up: (min.up + max.up) / 2 });
  const px = Math.min(
    room(width, padding.left + padding.right) / Math.max(1, max.right - min.right),
    room(height, padding.top + padding.bottom) / Math.max(1, max.up - min.up),
    widestPxPerM,
  );
  return { centre, bearing: first.rotationDeg, zoom: zoomOfPxPerM(px, centre.lat) };
}

/** The width of all of `plans` by their height, the first of them upright; 1 without plans. */
export function aspectOf(plans: readonly Laid[]): number {
  const [first] = plans;
  if (first === undefined) return 1;
  const { min, max } = extentOf(plans, first);
  return Math.max(1, max.right - min.right) / Math.max(1, max.up - min.up);
}

/** How far plans reach, in metres right and up on a screen whose top points along the bearing of `upright`. */
function extentOf(plans: readonly Laid[], upright: Laid) {
  const frame = localFrame(upright.corners[0]);
  const angle = (upright.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = plans.flatMap(({ corners }) =>
    corners.map((corner) => {
      const { x, y } = frame.toLocal(corner);
      return { right: x * cos - y * sin, up: x * sin + y * cos };
    }),
  );
  return {
    min: { right: Math.min(...points.map((p) => p.right)), up: Math.min(...points.map((p) => p.up)) },
    max: { right: Math.max(...points.map((p) => p.right)), up: Math.max(...points.map((p) => p.up)) },
    toLatLon: ({ right, up }: { right: number; up: number }): LatLon =>
      frame.toLatLon({ x: right * cos + up * sin, y: -right * sin + up * cos }),
  };
}

/** What padding leaves of a side: at least a third, or the plan would be a dot in a small window. */
function room(side: number, padding: number): number {
  return Math.max(1, side / 3, side - padding);
}

/** A grid of points every 10 m around the plans, along their walls: the ground without a basemap. */
export function dotGrid(plans: readonly Laid[]): FeatureCollection {
  const [first] = plans;
  if (first === undefined) return { type: "FeatureCollection", features: [] };
  const stepM = 10;
  const aroundM = 250;
  const frame = localFrame(first.corners[0]);
  const angle = (first.rotationDeg * Math.PI) / 180;
  const steps = Array.from({ length: (2 * aroundM) / stepM + 1 }, (_, index) => index * stepM - aroundM);
  const middle = frame.toLocal(first.corners[2]);
  const snap = (value: number): number => Math.round(value / 2 / stepM) * stepM;
  const coordinates = steps.flatMap((right) =>
    steps.map((up) => {
      const x = right * Math.cos(angle) + up * Math.sin(angle) + snap(middle.x);
      const y = -right * Math.sin(angle) + up * Math.cos(angle) + snap(middle.y);
      const { lat, lon } = frame.toLatLon({ x, y });
      return [lon, lat];
    }),
  );
  return {
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: {}, geometry: { type: "MultiPoint", coordinates } }],
  };
}

/** A circle of `radiusM` metres on the ground as a ring of 64 points. */
export function groundCircle(centre: LatLon, radiusM: number): [number, number][] {
  const frame = localFrame(centre);
  return Array.from({ length: 65 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 64;
    const { lat, lon } = frame.toLatLon({ x: radiusM * Math.sin(angle), y: radiusM * Math.cos(angle) });
    return [lon, lat];
  });
}
