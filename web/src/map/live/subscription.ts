import type { Watch } from "@pulse/contract/live";
import type { Bounds } from "../../mapEngine/bounds.ts";

/** Up to this many assets a site is sent as a whole. */
export const wholeUpTo = 500;
/** How far beyond the view positions come at once, as a share of it on each side, so that they are current after a pan. */
const margin = 0.5;
/** If the watched area is more than this many times the view's, a new one is sent. */
const maxRepeats = 16;

/** What the page shows. */
export interface Viewport {
  /** How many assets the site has. */
  total: number;
  floorIds: readonly string[];
  /** The visible part of the world; null: there is no map. */
  bounds(): Bounds | null;
  /** The asset that is open. */
  assetIds: readonly string[];
}

/** What the live connection shall watch: `before` while that is still good enough. Null: everything. */
export function subscriptionFor(
  { total, floorIds, assetIds, ...looked }: Viewport,
  before: Watch | null,
): Watch | null {
  if (total <= wholeUpTo) return null;
  const bounds = looked.bounds();
  const known = before?.box ?? null;
  const box = bounds === null ? null : boxAround(bounds);
  const isSame =
    before !== null &&
    isAlike(before.floorIds ?? [], floorIds) &&
    isAlike(before.assetIds, assetIds) &&
    (known === null ? box === null : bounds !== null && does(boundsOf(known), bounds));
  if (isSame) return before;
  const floors = floorIds.length === 0 ? null : [...floorIds];
  return { floorIds: floors, box, assetIds: [...assetIds] };
}

const isAlike = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

const boundsOf = ({ northWest, southEast }: NonNullable<Watch["box"]>): Bounds => ({
  north: northWest.lat,
  west: northWest.lon,
  south: southEast.lat,
  east: southEast.lon,
});

const areaOf = ({ north, east, south, west }: Bounds): number => (north - south) * (east - west);

function does(told: Bounds, seen: Bounds): boolean {
  const holds =
    told.north >= seen.north && told.south <= seen.south && told.east >= seen.east && told.west <= seen.west;
  return holds && areaOf(told) <= maxRepeats * areaOf(seen);
}

// Across the 180th meridian, or of the whole world: no box.
function boxAround({ north, east, south, west }: Bounds): Watch["box"] {
  const [up, aside] = [(north - south) * margin, (east - west) * margin];
  const box = {
    northWest: { lat: Math.min(90, north + up), lon: west - aside },
    southEast: { lat: Math.max(-90, south - up), lon: east + aside },
  };
  return box.northWest.lon < -180 || box.southEast.lon > 180 ? null : box;
}
