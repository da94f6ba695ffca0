import type { LatLon } from "@pulse/geo/latLon";
import type { LonLat } from "@pulse/geo/fenceShape";
import type { SiteMapState } from "./siteMapState.ts";
import type { MapFence } from "./mapFence.ts";

/** The geofence around a place; of several the smallest, which could not be selected otherwise. */
function fenceAt(fences: readonly MapFence[], { lat, lon }: LatLon): MapFence | null {
  const around = fences.filter(({ parts }) => parts.some((rings) => isIn(rings, lon, lat)));
  return around.toSorted((one, other) => extentOf(one) - extentOf(other))[0] ?? null;
}

/** The id of the geofence that a click on the ground opens. Null: the click closes what is open, always so with an asset's card. */
export function fenceToOpen(
  { fences, selected }: Pick<SiteMapState, "fences" | "selected">,
  at: LatLon,
): string | null {
  const isOfFence = selected === null || fences.some(({ id }) => id === selected);
  const id = fenceAt(fences, at)?.id ?? null;
  return isOfFence && id !== selected ? id : null;
}

/** Whether a ray to the east crosses the rings an odd number of times; this handles holes too. */
function isIn(rings: readonly (readonly LonLat[])[], lon: number, lat: number): boolean {
  let isInside = false;
  for (const ring of rings)
    for (const [nth, [aLon, aLat]] of ring.entries()) {
      const [bLon, bLat] = ring[nth + 1] ?? ring[0]!;
      if (aLat > lat !== bLat > lat && lon < ((bLon - aLon) * (lat - aLat)) / (bLat - aLat) + aLon)
        isInside = !isInside;
    }
  return isInside;
}

/** The area of its bounding box in square degrees: enough to tell which of two is inside the other. */
function extentOf({ parts }: MapFence): number {
  const corners = parts.flatMap(([outer = []]) => outer);
  const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  return spanOf(corners.map(([lon]) => lon)) * spanOf(corners.map(([, lat]) => lat));
}
