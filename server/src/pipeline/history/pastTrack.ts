import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { newTagOffset, type TagOffset } from "@pulse/positioning/learn/tagOffset";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import { smoothTrack } from "@pulse/positioning/smooth/smoothTrack";
import { packetsOf, type PastPacket } from "../locate/sightingPackets.ts";
import type { SightingText } from "./pastRows.repository.ts";

/** The interval of past fixes, ms; sightings are kept in steps of ten seconds. */
const fixMs = 2_000;
/** Before the first of them, the windows are filled with sightings of this length, ms. */
export const warmMs = 60_000;
/** Fixes within this time of a moving one are improved by what came after (trackSmoother.ts), ms. */
const lagMs = 20_000;

/** What is known about a tag before it is located. */
export interface PastTag {
  make: string;
  /** What was learned of it (strengthUnder.ts); null: nothing. */
  strength: TagOffset | null;
}

/** The fixes of a tracker in one time without positions. */
export interface PastTrack {
  fixes: Fix[];
  /** Better places of those that were on their way, by their moments. */
  smoothed: Map<number, Fix>;
}

/**
 * Where a tracker was in a past time, fix by fix, from the stored sightings.
 * @param packets what was heard in this time and a while before, in order
 */
export function pastTrack(
  model: SiteModel,
  tag: PastTag | null,
  packets: readonly PastPacket[],
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): PastTrack {
  const state = newTrackerState();
  if (tag !== null) {
    state.model = tag.make;
    // A copy, since the track of each hole begins with it.
    state.offset = tag.strength === null ? newTagOffset() : structuredClone(tag.strength);
  }
  const fixes: Fix[] = [];
  const firstMs = Math.ceil((fromMs - warmMs) / fixMs) * fixMs;
  let nth = packets.findIndex(({ atMs }) => atMs > firstMs - fixMs);
  if (nth < 0) return { fixes, smoothed: new Map() };
  for (let atMs = firstMs; atMs < untilMs; atMs += fixMs) {
    const before = nth;
    for (; nth < packets.length && packets[nth]!.atMs <= atMs; nth++)
      observe(state, { ...packets[nth]!, receivedMs: packets[nth]!.atMs });
    const fix = nth > before ? locate(model, state, atMs) : null;
    if (fix !== null && atMs > fromMs) fixes.push(fix);
  }
  return { fixes, smoothed: smoothedOf(model, fixes) };
}

function smoothedOf(model: SiteModel, fixes: readonly Fix[]): Map<number, Fix> {
  const inMotion = fixes.filter(({ moving }) => moving).map(({ atMs }) => atMs);
  if (inMotion.length === 0) return new Map();
  let nth = 0;
  const isNear = (atMs: number): boolean => {
    while (nth < inMotion.length - 1 && inMotion[nth]! < atMs - lagMs) nth++;
    return Math.abs(inMotion[nth]! - atMs) <= lagMs;
  };
  const smoothed = new Map<number, Fix>();
  for (const [at, { atMs, mechanism, x, y, room }] of smoothTrack(model, fixes).entries())
    // Fixes from means of ten seconds share more of their errors than live ones, so smoothing makes no circle smaller.
    if (mechanism === "TRILATERATED" && isNear(atMs)) smoothed.set(atMs, { ...fixes[at]!, x, y, room });
  return smoothed;
}

/** What gateways heard, in the order of time. */
export function pastPackets(sightings: readonly SightingText[]): PastPacket[] {
  return sightings.flatMap(packetsIn).toSorted((a, b) => a.atMs - b.atMs);
}

function packetsIn({ gatewayId, steps }: SightingText): PastPacket[] {
  return steps.split(",").flatMap((step) => {
    const [second, rssi, count] = step.split(" ").map(Number);
    return packetsOf({ gatewayId, startMs: 1000 * second!, rssi: rssi!, count: count! });
  });
}
