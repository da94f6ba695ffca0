import type { Watch } from "@pulse/contract/live";
import { limits } from "@pulse/contract/limits";

interface Spot {
  lat: number;
  lon: number;
}

/** A thing on the page: an asset, or a tracker with or without one. */
export interface Shown {
  id: string;
  /** Null: a tracker without an asset. */
  assetId: string | null;
  /** Its stored place. */
  at: Spot | null;
}

/** The server sends a tracker without an asset by its place only: this far around it, m; leaving that is reported too. */
const reachM = 20;
const metresPerDegree = 110_567;
/** A box without anything in it, for pages that show only assets: one point, at the South Pole. */
const nowhere: NonNullable<Watch["box"]> = { northWest: { lat: -90, lon: 0 }, southEast: { lat: -90, lon: 0 } };

/**
 * What a page watches on the live connection: the assets that it shows, and the surroundings of the only tracker without
 * one. `placeOf` gives the newest place of a thing; `before` stays while it is still good enough.
 */
export function subscriptionForVisible(
  shown: Iterable<Shown>,
  placeOf: (id: string) => Spot | undefined,
  before: Watch | null,
): Watch {
  const assetIds = new Set<string>();
  const loose = new Map<string, Shown>();
  for (const thing of shown)
    if (thing.assetId === null) loose.set(thing.id, thing);
    else if (assetIds.size < limits.watchedAssets) assetIds.add(thing.assetId);
  const [only] = loose.values();
  const at = only === undefined || loose.size > 1 ? null : (placeOf(only.id) ?? only.at);
  const box = at === null ? nowhere : boxOf(at, before?.box ?? null);
  const next: Watch = { floorIds: at === null ? [] : null, box, assetIds: [...assetIds] };
  return JSON.stringify(next) === JSON.stringify(before) ? (before ?? next) : next;
}

function boxOf({ lat, lon }: Spot, before: Watch["box"]): NonNullable<Watch["box"]> {
  if (before !== null && before !== nowhere && isIn(before, { lat, lon })) return before;
  const [up, aside] = [reachM / metresPerDegree, reachM / (metresPerDegree * Math.cos((lat * Math.PI) / 180))];
  return {
    northWest: { lat: Math.min(90, lat + up), lon: Math.max(-180, lon - aside) },
    southEast: { lat: Math.max(-90, lat - up), lon: Math.min(180, lon + aside) },
  };
}

const isIn = ({ northWest, southEast }: NonNullable<Watch["box"]>, { lat, lon }: Spot): boolean =>
  lat <= northWest.lat && lat >= southEast.lat && lon >= northWest.lon && lon <= southEast.lon;
