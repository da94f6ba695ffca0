import { locate } from "@pulse/positioning/locate";
import { newTrackerState, observe, type TrackerState } from "@pulse/positioning/trackerState";
import type { Bus, LocatedFix } from "../adapters/bus/bus.ts";
import type { KnownDevices } from "../ingest/knownDevices.ts";
import type { SiteModels } from "./siteModels.ts";

/** How often a tracker that is heard gets a new fix. */
const fixIntervalMs = 1000;
/** How often the worker looks whose turn it is: the most that a first sighting waits. */
export const tickMs = 200;
/** A tracker not heard for so long starts anew; its memory is given back. */
const forgetMs = 15 * 60_000;

interface Tracked {
  siteId: string;
  state: TrackerState;
  heardMs: number;
  fixedMs: number;
}

export interface LocateWorker {
  /** Fixes whoever has news and is due. */
  tick(nowMs: number): void;
  /** Fixes whoever has news, due or not: the last act before a stop. */
  drain(nowMs: number): void;
  tracked(): number;
  close(): void;
}

/** Sightings become fixes: a window for each tracker, and a fix for each that was heard, at most one a second. */
export function locateWorker(parts: {
  bus: Bus;
  devices: Pick<KnownDevices, "trackerById">;
  sites: Pick<SiteModels, "ready">;
}): LocateWorker {
  const { bus, devices, sites } = parts;
  const tracked = new Map<string, Tracked>();
  let waiting = new Set<string>();
  let sweptMs = 0;

  const stop = bus.subscribe("sightings", ({ siteId, hardwareId, sightings }) => {
    for (const { trackerId, rssi, atMs, moving } of sightings) {
      let entry = tracked.get(trackerId);
      if (entry === undefined || entry.siteId !== siteId) {
        const tagOffsetDb = devices.trackerById(trackerId)?.tagOffsetDb;
        const state = newTrackerState(tagOffsetDb === null || tagOffsetDb === undefined ? {} : { tagOffsetDb });
        tracked.set(trackerId, (entry = { siteId, state, heardMs: atMs, fixedMs: -Infinity }));
      }
      observe(entry.state, { anchorId: hardwareId, rssi, atMs, ...(moving === undefined ? {} : { moving }) });
      entry.heardMs = Math.max(entry.heardMs, atMs);
      waiting.add(trackerId);
    }
  });

  const fixAll = (nowMs: number, due: (entry: Tracked) => boolean): void => {
    const fixes: LocatedFix[] = [];
    const notYet = new Set<string>();
    for (const trackerId of waiting) {
      const entry = tracked.get(trackerId);
      if (entry === undefined) continue;
      const site = sites.ready(entry.siteId);
      if (site === undefined || !due(entry)) {
        notYet.add(trackerId);
        continue;
      }
      if (site === null) continue;
      entry.fixedMs = nowMs;
      const fix = locate(site.model, entry.state, nowMs);
      if (fix === null) continue;
      fixes.push({ siteId: entry.siteId, trackerId, fix, ...site.frame.toLatLon(fix) });
    }
    waiting = notYet;
    if (fixes.length > 0) bus.publish("fixes", fixes);
  };

  return {
    tick: (nowMs) => {
      fixAll(nowMs, (entry) => nowMs - entry.fixedMs >= fixIntervalMs || nowMs < entry.fixedMs);
      if (Math.abs(nowMs - sweptMs) < 60_000) return;
      sweptMs = nowMs;
      for (const [trackerId, entry] of tracked) if (nowMs - entry.heardMs > forgetMs) tracked.delete(trackerId);
    },
    drain: (nowMs) => fixAll(nowMs, () => true),
    tracked: () => tracked.size,
    close: stop,
  };
}
