import type { LocationUpdate } from "@pulse/contract/live";

/** The newest position of each tracker of each site since it was last taken. */
export interface Coalescer {
  add(siteId: string, update: LocationUpdate): void;
  /** Everything since the last call, by site; it starts empty again. */
  drain(): Map<string, LocationUpdate[]>;
}

/** Keeps one update per tracker, so that a burst never becomes a queue. */
export function coalescer(): Coalescer {
  let pending = new Map<string, Map<string, LocationUpdate>>();
  return {
    add: (siteId, update) => {
      const site = pending.get(siteId) ?? new Map<string, LocationUpdate>();
      // A late update never replaces a newer one.
      const previous = site.get(update.trackerId);
      if (previous === undefined || previous.lastUpdated <= update.lastUpdated) site.set(update.trackerId, update);
      pending.set(siteId, site);
    },
    drain: () => {
      const drained = new Map([...pending].map(([siteId, site]) => [siteId, [...site.values()]]));
      pending = new Map();
      return drained;
    },
  };
}
