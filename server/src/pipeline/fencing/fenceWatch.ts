import type { Section } from "@pulse/contract/fields";
import { v7 as uuidv7 } from "uuid";
import {
  type FenceState,
  isForgettable,
  newFenceState,
  switchSide,
  changeAfterSilence,
  updateEvidence,
} from "./fenceState.ts";
import type { KnownFence, KnownFences } from "./knownFences.ts";
import {
  insideProbability,
  newWatchedAsset,
  stateOf,
  type WatchedAsset,
  type WatchedFix,
  whereaboutsOf,
} from "./watchedAsset.ts";
import type { Crossing, StoredStay } from "./stays.repository.ts";

export interface FenceWatch {
  /** Takes an asset's fix and returns the fences that it is in, the first entered first, which is the outermost. */
  process(fix: WatchedFix): Section[];
  /** The fences that an asset is in as far as its fixes were taken. */
  inside(assetId: string): Section[];
  /** Decides what only time decides: a stay of an asset that is not seen any more. All fixes until then were taken. */
  tick(nowMs: number): void;
  /** These assets are archived or deleted. */
  drop(assetIds: readonly string[]): void;
  /** Every fix before this moment is decided; null: all are. */
  undecidedMs(): number | null;
}

/**
 * If the newest fix is this far ahead of the clock, the clock was set back, and fixes by the old clock no longer count.
 */
const clockSetMs = 60_000;
/** An asset that is undecided at an edge for longer does not justify repeating all work since then after a crash. */
const longestUndecidedMs = 60_000;

/**
 * In which fences assets are, and when they enter and leave. It continues from the stays that are stored, so that the
 * same fixes, processed again after a crash, lead to the same crossings.
 */
export function fenceWatch(parts: {
  fences: Pick<KnownFences, "get" | "near">;
  stored: readonly StoredStay[];
  /** When each asset was seen last, ms; one that is not among them was never seen. */
  seenMs: ReadonlyMap<string, number>;
  crossed(crossing: Crossing): void;
  now(): number;
}): FenceWatch {
  const { fences, crossed, now } = parts;
  const assets = new Map<string, WatchedAsset>();
  const watchedOf = (assetId: string): WatchedAsset => {
    const asset = assets.get(assetId);
    if (asset) return asset;
    const seenMs = parts.seenMs.get(assetId) ?? -Infinity;
    const watched = newWatchedAsset(seenMs);
    assets.set(assetId, watched);
    return watched;
  };
  for (const { assetId, geofenceId, id, enterMs, isOpen, decidedMs } of parts.stored) {
    const asset = watchedOf(assetId);
    asset.decidedMs = Math.max(asset.decidedMs, decidedMs);
    asset.seenMs = Math.max(asset.seenMs, asset.decidedMs);
    if (isOpen) asset.states.set(geofenceId, newFenceState({ id, enterMs }, decidedMs, decidedMs));
  }

  /** The asset is on the other side of the fence since `atMs`. */
  const cross = (
    assetId: string,
    fence: KnownFence,
    state: FenceState,
    at: { atMs: number; decidedMs: number; exit: "exit" | "timeout" },
  ): void => {
    const { id: geofenceId, siteId, customerId } = fence;
    const { atMs, decidedMs } = at;
    const stayId = state.stay?.id ?? uuidv7();
    const exit = state.stay === null ? null : at.exit;
    switchSide(state, state.stay === null ? { id: stayId, enterMs: atMs } : null);
    crossed({ stayId, assetId, geofenceId, siteId, customerId, exit, atMs, decidedMs });
  };

  const insideOf = ({ states }: WatchedAsset): Section[] =>
    [...states]
      .flatMap(([id, { stay }]) => {
        const fence = stay && fences.get(id);
        return fence ? { id, name: fence.name, enterMs: stay.enterMs } : [];
      })
      .toSorted((a, b) => a.enterMs - b.enterMs || (a.id < b.id ? -1 : 1))
      .map(({ id, name }) => ({ kind: "geofence", id, name }));

  const forgetDone = (asset: WatchedAsset, fenceId: string, state: FenceState): void => {
    if (isForgettable(state)) asset.states.delete(fenceId);
  };

  const process = (fix: WatchedFix): Section[] => {
    const asset = watchedOf(fix.assetId);
    if (asset.decidedMs > now() + clockSetMs) asset.decidedMs = -Infinity;
    if (!fix.shown || fix.atMs <= asset.decidedMs) return insideOf(asset);
    // A fix that is processed again after a crash may be older than `seenMs`; what was seen before it is then not
    // known.
    const beforeMs = asset.seenMs > -Infinity && asset.seenMs < fix.atMs ? asset.seenMs : null;
    const { seenMs } = asset;
    if (asset.isLost) asset.newMs = fix.atMs;
    asset.isLost = false;
    asset.decidedMs = fix.atMs;
    asset.seenMs = fix.atMs;
    const where = whereaboutsOf(fix);
    const near = fences.near(fix.siteId, where.middle, where.reachM);
    for (const fenceId of new Set([...asset.states.keys(), ...near])) {
      const fence = fences.get(fenceId);
      if (fence === undefined) {
        asset.states.delete(fenceId);
        continue;
      }
      const state = stateOf(asset, fence, { seenMs, beforeMs });
      asset.states.set(fenceId, state);
      const atMs = updateEvidence(state, insideProbability(fence, fix, where), fix, fence.sensitivity);
      if (atMs !== null) cross(fix.assetId, fence, state, { atMs, decidedMs: fix.atMs, exit: "exit" });
      forgetDone(asset, fenceId, state);
    }
    return insideOf(asset);
  };

  let tickedMs = -Infinity;
  const tick = (nowMs: number): void => {
    tickedMs = nowMs;
    for (const [assetId, asset] of assets) {
      for (const [fenceId, state] of asset.states) {
        const fence = fences.get(fenceId);
        if (fence === undefined) {
          asset.states.delete(fenceId);
          continue;
        }
        const endMs = asset.seenMs + fence.exitTimeoutMs;
        const sinceMs = changeAfterSilence(state, nowMs, fence.sensitivity);
        if (sinceMs !== null) cross(assetId, fence, state, { atMs: sinceMs, decidedMs: asset.decidedMs, exit: "exit" });
        else if (state.stay !== null && nowMs >= endMs) {
          asset.decidedMs = Math.max(asset.decidedMs, endMs);
          cross(assetId, fence, state, { atMs: endMs, decidedMs: asset.decidedMs, exit: "timeout" });
          // Where it was says nothing about where it will be heard again.
          asset.isLost = true;
          asset.states.delete(fenceId);
          continue;
        }
        forgetDone(asset, fenceId, state);
      }
    }
  };

  return {
    process,
    inside: (assetId) => {
      const asset = assets.get(assetId);
      return asset ? insideOf(asset) : [];
    },
    tick,
    drop: (assetIds) => {
      for (const id of assetIds) assets.delete(id);
    },
    undecidedMs: () => {
      let minMs = Infinity;
      for (const { states, decidedMs } of assets.values()) {
        // An asset that has gone silent is past the last of its fixes, too.
        const earliestMs = Math.max(decidedMs, tickedMs) - longestUndecidedMs;
        for (const { pending } of states.values())
          if (pending) minMs = Math.min(minMs, Math.max(pending.sinceMs, earliestMs));
      }
      return minMs === Infinity ? null : minMs;
    },
  };
}
