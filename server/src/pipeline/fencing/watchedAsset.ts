import { atOneOf, probabilityInside, type Whereabouts, withinRadius } from "@pulse/geo/fenceProbability";
import type { LocalFrame } from "@pulse/geo/localFrame";
import { type FenceState, mayBeUnknown, newFenceState, unknownFenceState } from "./fenceState.ts";
import type { KnownFence } from "./knownFences.ts";

/** The part of an asset's fix that says in which fences it is. */
export interface WatchedFix {
  assetId: string;
  siteId: string;
  atMs: number;
  lat: number;
  lon: number;
  accuracyM: number;
  /** Equally likely places in the site's frame, x and y in turn. Null: only its radius is known. */
  places: readonly number[] | null;
  frame: Pick<LocalFrame, "toLatLon">;
  elevationM: number;
  /** Empty: on none. */
  floorId: string;
  floorUncertain: boolean;
  moving: boolean;
  /** False: too uncertain to move the asset. */
  shown: boolean;
}

/** An asset as it is watched. */
export interface WatchedAsset {
  /** Fixes up to this moment are decided. */
  decidedMs: number;
  /** When it was seen last. */
  seenMs: number;
  /** Since when it has been known at all, or known again after it was lost; -Infinity: since before the start. */
  newMs: number;
  /** It has not been seen for so long that it may be anywhere. */
  isLost: boolean;
  /** For the fences that it is in or may be entering. */
  states: Map<string, FenceState>;
}

export function newWatchedAsset(seenMs: number): WatchedAsset {
  return { decidedMs: -Infinity, seenMs, newMs: -Infinity, isLost: seenMs === -Infinity, states: new Map() };
}

/**
 * What is known about an asset and a fence. The asset's side is not known if the asset or the fence is new, or if the
 * fence encloses something else than before.
 * @param lastSeen when the asset was seen before this fix; `beforeMs` is null if that may have been after it
 */
export function stateOf(
  { states, newMs }: WatchedAsset,
  fence: KnownFence,
  lastSeen: { seenMs: number; beforeMs: number | null },
): FenceState {
  const state = states.get(fence.id);
  const isSame = state !== undefined && state.ofMs >= fence.changedMs;
  if (isSame) return state;
  const sinceMs = Math.max(newMs, fence.changedMs);
  return mayBeUnknown(sinceMs, lastSeen.seenMs, fence.sensitivity)
    ? unknownFenceState(state?.stay ?? null, sinceMs, lastSeen.seenMs, fence.changedMs)
    : newFenceState(state?.stay ?? null, lastSeen.beforeMs, fence.changedMs);
}

/** Where an asset may be, by its fix. */
export function whereaboutsOf(fix: WatchedFix): Whereabouts {
  return fix.places === null ? withinRadius(fix, fix.accuracyM) : atOneOf(fix.places, fix.frame);
}

/** The probability that an asset is inside. Null: its floor is uncertain, and on another one it would be the other way. */
export function insideProbability(fence: KnownFence, fix: WatchedFix, where: Whereabouts): number | null {
  const { bounds, floorIds } = fence;
  const isOnFloor = floorIds.size === 0 || floorIds.has(fix.floorId);
  const isBetween = bounds === null || (fix.elevationM >= bounds.lower && fix.elevationM <= bounds.upper);
  if (!isOnFloor || !isBetween) return fix.floorUncertain ? null : 0;
  return probabilityInside(fence.area, where);
}
