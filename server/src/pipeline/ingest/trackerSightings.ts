import type { TrackerSighting } from "./trackerSightings.repository.ts";

/** What was heard is written at once when it is new, and then no sooner than after this time, ms. */
const rewriteIntervalMs = 30_000;
/** Passing phones change their addresses all the time: only this many of a site are remembered. */
const maxPerSite = 1_000;

interface Entry {
  sighting: TrackerSighting;
  writtenMs: number;
}

export interface TrackerSightings {
  add(sighting: Omit<TrackerSighting, "count">): void;
  /** What is to be written now. */
  take(nowMs: number): TrackerSighting[];
}

/** Things that gateways hear and nobody has onboarded, thinned for the list from which they can be onboarded. */
export function trackerSightings(): TrackerSightings {
  const sites = new Map<string, Map<string, Entry>>();
  return {
    add: (sighting) => {
      let entries = sites.get(sighting.siteId);
      if (entries === undefined) sites.set(sighting.siteId, (entries = new Map<string, Entry>()));
      const key = `${sighting.thing} ${sighting.mac}`;
      const previous = entries.get(key);
      // The one that was heard longest ago comes first.
      entries.delete(key);
      entries.set(key, {
        sighting: { ...sighting, count: (previous?.sighting.count ?? 0) + 1 },
        writtenMs: previous?.writtenMs ?? -Infinity,
      });
      const [oldest] = entries.keys();
      if (entries.size > maxPerSite && oldest !== undefined) entries.delete(oldest);
    },
    take: (nowMs) => {
      const due: TrackerSighting[] = [];
      for (const entries of sites.values())
        for (const entry of entries.values()) {
          if (entry.sighting.count === 0 || nowMs - entry.writtenMs < rewriteIntervalMs) continue;
          due.push(entry.sighting);
          entry.sighting = { ...entry.sighting, count: 0 };
          entry.writtenMs = nowMs;
        }
      return due;
    },
  };
}
