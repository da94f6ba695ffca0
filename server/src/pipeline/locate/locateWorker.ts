import type { Explanation } from "@pulse/positioning/explain/explain";
import { usualLagMs } from "@pulse/positioning/window/uploads";
import { newDisplayFilter } from "@pulse/positioning/smooth/displayFilter";
import { gatewayHealth, type GatewayHealth } from "@pulse/positioning/learn/gatewayHealth";
import type { Fix } from "@pulse/positioning/fix/fix";
import { newTagOffset } from "@pulse/positioning/learn/tagOffset";
import { likelyPlaces } from "@pulse/positioning/fix/likelyPlaces";
import { type HeardPacket, observe } from "@pulse/positioning/window/signalState";
import type { Bus, LocatedFix } from "../../platform/bus/bus.ts";
import type { LiveSite } from "./liveSite.ts";
import type { SiteModels } from "./siteModels.ts";
import { strengthUnder } from "./strengthUnder.ts";
import type { LearnedTag, TagOffsets } from "./tagOffsets.ts";
import { newTrackedTracker, nextFix, type TrackedTracker, whyFix } from "./trackedTracker.ts";
import { type SiteTraffic, trafficSamples } from "./trafficSamples.ts";

/** How often the worker looks which trackers are due: the longest that a first sighting waits. */
export const tickMs = 250;
/** A tracker gets one fix in this many ticks while it is heard: a quick one just before each message to browsers. */
const quickTicks = 2;
const calmTicks = 4;
/** Still trackers get fixes as often as moving ones while no more than this wait for a fix. */
const fewWaiting = 2000;
/** In a flood nobody is quick: more sightings than this came since the last tick, 40,000 a second. */
const floodSightings = 10_000;
/** A tracker that is not heard for this long, beside the usual lag of its gateways, starts anew; its memory is freed. */
const idleTimeoutMs = 15 * 60_000;

/** Half of the trackers begin their seconds later than the others, so that not all are due at once. */
function phaseOf(trackerId: string): number {
  return quickTicks * (Number.parseInt(trackerId.slice(-4), 16) % (calmTicks / quickTicks));
}

/** What is wrong with how a gateway hears; null: nothing. */
function receptionFault({ suspect, meanResidualDb, misses, swappedWith }: GatewayHealth): ReceptionFault | null {
  // In a wrong place it seems to hear too little as well.
  if (swappedWith !== null) return { swappedWith };
  if (suspect && meanResidualDb < 0) return "weak";
  return misses ? "missing" : null;
}

/** Gateways of a site with which something is wrong. One that was away has missed packets as well. */
export function underperformingAt(site: LiveSite | null | undefined): ReadonlyMap<string, ReceptionFault> {
  const faults = new Map<string, ReceptionFault>();
  for (const health of site ? gatewayHealth(site.model) : []) {
    const fault = receptionFault(health);
    if (fault) faults.set(health.anchorId, fault);
  }
  return faults;
}

/**
 * For a long time it has heard weaker than its neighbours suggest, or few of the packets that it should; or it seems to
 * hang where another gateway is entered.
 */
export type ReceptionFault = "weak" | "missing" | { swappedWith: string };

/** A tracker's last fix and its explanation. */
export interface ExplainedFix {
  site: LiveSite;
  fix: Fix;
  why: Explanation;
}

export interface LocateWorker {
  /**
   * Makes fixes of the trackers that have news and are due, at the moment of a tick. The results depend only on what
   * was heard and on the moments, so that they can be repeated after a crash. With `quiet` nothing is published, since
   * it was before. `rest` is called after each tracker and its promise is awaited, since a full site takes long.
   */
  tick(nowMs: number, quiet?: boolean, yieldTurn?: () => Promise<void> | null): Promise<void>;
  /** Whether any tracker has news. */
  busy(): boolean;
  tracked(): number;
  /** Null: the tracker was not located recently. */
  explain(trackerId: string): ExplainedFix | null;
  /** A tracker is located elsewhere from now on. */
  forget(trackerId: string): void;
  /** What trackers have shown of their strength under their site's present law. */
  learned(): LearnedTag[];
  close(): void;
}

/**
 * Turns sightings and trackers' own places into fixes: it keeps a window for each tracker, and makes a fix for each
 * that has news, at most two a second while it moves or few trackers wait, otherwise one, and one in a flood. Located
 * sightings are sampled for the site's own calibration; a new calibration changes the model but keeps what is known of
 * trackers.
 */
export function locateWorker(parts: {
  bus: Bus;
  sites: Pick<SiteModels, "ready" | "move">;
  offsets: Pick<TagOffsets, "ofMake" | "ofTracker">;
  /** Called when a site has heard enough for another fit; null: nothing is learned here. */
  fitDue: ((site: LiveSite, traffic: SiteTraffic) => void) | null;
  problem(error: unknown): void;
}): LocateWorker {
  const { bus, sites, offsets } = parts;
  const traffic = trafficSamples();
  const tracked = new Map<string, TrackedTracker>();
  let waiting = new Set<string>();
  let sightingsSinceTick = 0;
  let sweptMs = 0;

  /** What is known of a tracker before its first fix, whose packets may arrive before the site has been read. */
  const seed = ({ state }: TrackedTracker, site: LiveSite, trackerId: string): void => {
    const tag = site.tags.get(trackerId);
    if (!tag) return;
    state.model = tag.make;
    const ofMake = offsets.ofMake(site.id, tag.make);
    state.offset =
      strengthUnder(site.model, offsets.ofTracker(trackerId) ?? tag) ??
      (ofMake && strengthUnder(site.model, ofMake)) ??
      newTagOffset();
  };

  const markUpdated = (trackerId: string, siteId: string, atMs: number): TrackedTracker => {
    let entry = tracked.get(trackerId);
    if (entry === undefined || entry.siteId !== siteId) {
      entry = newTrackedTracker(siteId, atMs, phaseOf(trackerId));
      tracked.set(trackerId, entry);
    }
    entry.lastSightingMs = Math.max(entry.lastSightingMs, atMs);
    waiting.add(trackerId);
    return entry;
  };

  const stops = [
    bus.subscribe("sightings", ({ siteId, gatewayId, receivedMs, sightings }) => {
      for (const { trackerId, rssi, atMs, moving, measuredPower, smoothed, range, angle } of sightings) {
        const entry = markUpdated(trackerId, siteId, atMs);
        entry.wasSighted = true;
        sightingsSinceTick++;
        const packet: HeardPacket = { anchorId: gatewayId, rssi, atMs, receivedMs };
        if (moving !== undefined) packet.moving = moving;
        if (smoothed !== undefined) packet.smoothed = smoothed;
        if (measuredPower !== undefined) packet.statedPowerDbm = measuredPower;
        observe(entry.state, packet);
        if (range) observe(entry.state, { anchorId: gatewayId, atMs, rangeM: range.m, sdM: range.sdM });
        if (angle) observe(entry.state, { anchorId: gatewayId, atMs, ...angle });
      }
    }),
    bus.subscribe("trackerPlaces", (place) => {
      markUpdated(place.trackerId, place.siteId, place.atMs).ownPlace = place;
    }),
    bus.subscribe("gatewayPlaces", (place) => {
      if (sites.move(place) === "stayed") return;
      // What it heard at its old place says nothing about its present one, and places that depended on it are found
      // anew.
      for (const { siteId, state, byGateways } of tracked.values()) {
        state.direct.delete(place.gatewayId);
        if (siteId !== place.siteId || !state.windows.delete(place.gatewayId)) continue;
        if (byGateways?.nearest?.anchorId === place.gatewayId) state.filter = newDisplayFilter();
      }
    }),
  ];

  const fixAll = async (nowMs: number, quiet: boolean, yieldTurn: () => Promise<void> | null): Promise<void> => {
    const tick = Math.floor(nowMs / tickMs);
    const fixes: LocatedFix[] = [];
    const notYet = new Set<string>();
    const located = new Set<LiveSite>();
    const isFlood = sightingsSinceTick > floodSightings;
    sightingsSinceTick = 0;
    const isSmall = waiting.size <= fewWaiting;
    const turnOf = ({ phase, last }: TrackedTracker): number =>
      !isFlood && (isSmall || last?.moving === true)
        ? Math.floor(tick / quickTicks)
        : Math.floor((tick + phase) / calmTicks);
    const fixTracker = (trackerId: string): void => {
      const entry = tracked.get(trackerId);
      if (entry === undefined) return;
      const site = sites.ready(entry.siteId);
      const turn = turnOf(entry);
      if (site === undefined || turn === entry.turn) return void notYet.add(trackerId);
      if (site === null) return;
      if (entry.turn === null) seed(entry, site, trackerId);
      entry.turn = turn;
      let cells: number[] | null = null;
      const fix = nextFix(site, entry, nowMs, () => {
        located.add(site);
        if (parts.fitDue !== null) traffic.add(site, trackerId, nowMs);
        cells = likelyPlaces(site.model);
      });
      if (fix === null) return;
      const places = fix.mechanism === "GPS" ? null : cells;
      fixes.push({ siteId: entry.siteId, trackerId, fix, ...site.frame.toLatLon(fix), places });
    };
    for (const trackerId of waiting) {
      try {
        fixTracker(trackerId);
      } catch (error) {
        // A fault with one tracker only affects its own fix.
        parts.problem(error);
      }
      const yielded = yieldTurn();
      if (yielded !== null) await yielded;
    }
    waiting = notYet;
    if (!quiet) for (const ofSite of Map.groupBy(fixes, ({ siteId }) => siteId).values()) bus.publish("fixes", ofSite);
    if (parts.fitDue !== null) for (const due of traffic.due(located, nowMs)) parts.fitDue(due.site, due.traffic);
  };

  const lagOf = ({ siteId, state }: TrackedTracker): number => {
    const anchors = sites.ready(siteId)?.model.anchors;
    return anchors ? usualLagMs(anchors, state.windows) : 0;
  };

  return {
    tick: async (nowMs, quiet = false, yieldTurn = () => null) => {
      if (waiting.size > 0) await fixAll(nowMs, quiet, yieldTurn);
      if (Math.abs(nowMs - sweptMs) < 60_000) return;
      sweptMs = nowMs;
      for (const [trackerId, entry] of tracked)
        if (nowMs - entry.lastSightingMs > idleTimeoutMs + lagOf(entry)) tracked.delete(trackerId);
    },
    busy: () => waiting.size > 0,
    tracked: () => tracked.size,
    explain: (trackerId) => {
      const entry = tracked.get(trackerId);
      const site = entry && sites.ready(entry.siteId);
      if (!entry?.last || !site) return null;
      const why = whyFix(site, entry);
      return why && { site, fix: entry.last, why };
    },
    forget: (trackerId) => {
      tracked.delete(trackerId);
      waiting.delete(trackerId);
    },
    learned: () =>
      [...tracked].flatMap(([trackerId, { siteId, state }]) => {
        const site = sites.ready(siteId);
        const current = site && state.offset.version === (site.model.calibration?.version ?? 0);
        return current ? [{ trackerId, siteId, state }] : [];
      }),
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
