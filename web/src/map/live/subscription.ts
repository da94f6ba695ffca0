import type { Watch } from "@pulse/contract/live";
import type { Bounds } from "../../mapEngine/camera/bounds.ts";

/** Up to this many assets a site is sent as a whole. */
export const wholeUpTo = 500;
/** How far beyond the view positions come at once, as a share of it on each side, so that they are current after a pan. */
const margin = 0.5;
/** If the watched area is more than this many times the view's, a new one is sent. */
const maxAreaRatio = 16;

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
  { total, floorIds, assetIds, ...viewport }: Viewport,
  before: Watch | null,
): Watch | null {
  if (total <= wholeUpTo) return null;
  const bounds = viewport.bounds();
  const known = before?.box ?? null;
  const box = bounds === null ? null : boxAround(bounds);
  const isSame =
    before !== null &&
    haveSameItems(before.floorIds ?? [], floorIds) &&
    haveSameItems(before.assetIds, assetIds) &&
    (known === null ? box === null : bounds !== null && covers(boundsOf(known), bounds));
  if (isSame) return before;
  const floors = floorIds.length === 0 ? null : [...floorIds];
  return { floorIds: floors, box, assetIds: [...assetIds] };
}

const haveSameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

const boundsOf = ({ northWest, southEast }: NonNullable<Watch["box"]>): Bounds => ({
  north: northWest.lat,
  west: northWest.lon,
  south: southEast.lat,
  east: southEast.lon,
});

const areaOf = ({ north, east, south, west }: Bounds): number => (north - south) * (east - west);

function covers(watched: Bounds, visible: Bounds): boolean {
  const holds =
    watched.north >= visible.north &&
    watched.south <= visible.south &&
    watched.east >= visible.east &&
    watched.west <= visible.west;
  return holds && areaOf(watched) <= maxAreaRatio * areaOf(visible);
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
