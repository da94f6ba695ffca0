import type { TrackerSighting } from "./trackerSightings.repository.ts";

/** What was heard is written at once when it is new, and then no sooner than after this time, ms. */
const againMs = 30_000;
/** Passing phones change their addresses all the time: only this many of a site are remembered. */
const maxPerSite = 1_000;

interface Known {
  thing: TrackerSighting;
  writtenMs: number;
}

export interface TrackerSightings {
  add(heard: Omit<TrackerSighting, "count">): void;
  /** What is to be written now. */
  take(nowMs: number): TrackerSighting[];
}

/** Things that gateways hear and nobody has onboarded, thinned for the list from which they can be onboarded. */
export function trackerSightings(): TrackerSightings {
  const sites = new Map<string, Map<string, Known>>();
  return {
    add: (heard) => {
      let known = sites.get(heard.siteId);
      if (known === undefined) sites.set(heard.siteId, (known = new Map<string, Known>()));
      const key = `${heard.thing} ${heard.mac}`;
      const before = known.get(key);
      // The one that was heard longest ago comes first.
      known.delete(key);
      known.set(key, {
        thing: { ...heard, count: (before?.thing.count ?? 0) + 1 },
        writtenMs: before?.writtenMs ?? -Infinity,
      });
      const [oldest] = known.keys();
      if (known.size > maxPerSite && oldest !== undefined) known.delete(oldest);
    },
    take: (nowMs) => {
      const due: TrackerSighting[] = [];
      for (const known of sites.values())
        for (const one of known.values()) {
          if (one.thing.count === 0 || nowMs - one.writtenMs < againMs) continue;
          due.push(one.thing);
          one.thing = { ...one.thing, count: 0 };
          one.writtenMs = nowMs;
        }
      return due;
    },
  };
}
