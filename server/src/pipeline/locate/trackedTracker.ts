import { explain, type Explanation } from "@pulse/positioning/explain/explain";
import { betterFix, gpsFix } from "@pulse/positioning/fix/gpsFix";
import { type GpsMotion, newGpsMotion, updateGpsMotion } from "@pulse/positioning/fix/gpsMotion";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import type { TrackerPlace } from "../../platform/bus/bus.ts";
import { widenByGateway } from "./mobileGateways.ts";
import type { LiveSite } from "./liveSite.ts";

/** What the live path remembers of a tracker that it locates. */
export interface TrackedTracker {
  siteId: string;
  state: TrackerState;
  /** When anything was last heard of it. */
  lastSightingMs: number;
  /** The tick at which its seconds begin, and its last turn (locateWorker.ts); null: it had none. */
  phase: number;
  turn: number | null;
  /** What is new since then: gateways have heard it; it has reported its place. */
  wasSighted: boolean;
  ownPlace: TrackerPlace | null;
  /** The newest fix from gateways, and the newest from its own receiver. */
  byGateways: Fix | null;
  byGps: Fix | null;
  gpsMotion: GpsMotion;
  /** The fix that was published last. */
  last: Fix | null;
}

export function newTrackedTracker(siteId: string, atMs: number, phase: number): TrackedTracker {
  return {
    siteId,
    state: newTrackerState(),
    lastSightingMs: atMs,
    phase,
    turn: null,
    wasSighted: false,
    ownPlace: null,
    byGateways: null,
    byGps: null,
    gpsMotion: newGpsMotion(),
    last: null,
  };
}

/**
 * Takes a tracker's news and returns its present fix, or null if that has not changed. Of the fix from gateways and its
 * own, the better one is used (gpsFix.ts).
 * @param onLocated called right after gateways have located it, before the model locates another tracker
 */
export function nextFix(site: LiveSite, tracked: TrackedTracker, nowMs: number, onLocated: () => void): Fix | null {
  const { wasSighted, ownPlace } = tracked;
  tracked.wasSighted = false;
  tracked.ownPlace = null;
  const located = wasSighted ? locate(site.model, tracked.state, nowMs) : null;
  if (located) onLocated();
  const byGateways = located && widenByGateway(site, located);
  const byGps = ownPlace && ownFix(site, ownPlace, tracked.gpsMotion);
  // A fix in the future comes from before the clock was set back.
  tracked.byGateways = byGateways ?? notAhead(tracked.byGateways, nowMs);
  tracked.byGps = byGps ?? notAhead(tracked.byGps, nowMs);
  const best = betterFix(tracked.byGps, tracked.byGateways);
  if (best === null || (best !== byGateways && best !== byGps)) return null;
  tracked.last = best;
  return best;
}

/** The explanation of the last fix; null if none is kept. */
export function whyFix(site: LiveSite, { last, state, byGateways }: TrackedTracker): Explanation | null {
  if (!last) return null;
  const why = explain(site.model, state, last.atMs);
  if (last.mechanism !== "GPS") return why;
  const radius = (fix: Fix): string => `68 % within ${fix.accuracyM.toFixed(1)} m`;
  const note = byGateways ? `; the last fix by gateways had ${radius(byGateways)}` : "; no gateway has heard it";
  const reason = "the tracker's own receiver says where it is";
  return {
    fix: last,
    floors: [{ floor: last.floor, probability: 1 }].filter(({ floor }) => floor !== ""),
    rooms: [],
    gateways: (why?.gateways ?? []).map((gateway) => ({ ...gateway, weight: 0, used: false, reason })),
    decisions: [{ step: "gps", text: `the tracker's own receiver, ${radius(last)}${note}` }],
  };
}

function ownFix(site: LiveSite, ownPlace: TrackerPlace, motion: GpsMotion): Fix | null {
  const { atMs, accuracyM, elevationM } = ownPlace;
  const fix = gpsFix(site.model, { ...site.frame.toLocal(ownPlace), atMs, accuracyM });
  return fix && { ...fix, moving: updateGpsMotion(motion, fix), elevationM: elevationM ?? fix.elevationM };
}

function notAhead(fix: Fix | null, nowMs: number): Fix | null {
  return fix && fix.atMs <= nowMs ? fix : null;
}
