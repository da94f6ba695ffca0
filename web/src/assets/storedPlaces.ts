import type { AssetLive } from "@pulse/contract/assets";
import { limits } from "@pulse/contract/limits";

/** The positions of a page's assets as the server has stored them. */
export interface StoredPlaces {
  of(assetId: string): AssetLive | undefined;
  /** Fetches those that were not fetched yet, all of one site. */
  load(siteId: string, assetIds: readonly string[]): Promise<void>;
}

/**
 * Fetches each asset's stored position once: the live connection only reports what is new, and an asset that nobody hears
 * may have nothing new for days. A page works without them, so a failure is silent, and the next `load` tries again.
 * @param changed called when positions have arrived
 */
export function storedPlaces(
  fetch: (siteId: string, assetIds: string[]) => Promise<readonly AssetLive[]>,
  changed: () => void,
): StoredPlaces {
  const found = new Map<string, AssetLive>();
  const requested = new Set<string>();
  return {
    of: (assetId) => found.get(assetId),
    load: async (siteId, assetIds) => {
      const missing = assetIds.filter((id) => !requested.has(id)).slice(0, limits.historyAssetsMax);
      if (missing.length === 0) return;
      for (const id of missing) requested.add(id);
      try {
        for (const place of await fetch(siteId, missing)) found.set(place.assetId, place);
        changed();
      } catch {
        for (const id of missing) requested.delete(id);
      }
    },
  };
}
