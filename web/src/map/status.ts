import { limits } from "@pulse/contract/limits";
import { isPlaced, type LiveAsset, type PlacedAsset } from "../live/liveStore.ts";

/** Moving, still and stale exclude each other; `never`: no position at all (look.md section 6). */
export type Status = "moving" | "still" | "stale" | "never";

/** Three missed intervals, in the same measure in which a gateway counts a tracker as connected. */
export const staleAfterMs = limits.connectedMs;

const dayMs = 24 * 3600_000;
const faintest = 0.45;

/** What a marker and a row say of an asset at `nowMs`. */
export function statusOf(asset: LiveAsset, nowMs: number): Status {
  if (!isPlaced(asset)) return "never";
  if (nowMs - asset.lastUpdatedMs > staleAfterMs) return "stale";
  return asset.moving ? "moving" : "still";
}

/** Whether an asset is still drawn: the customer's asset_map_timeout_day takes it off the map, not off the list. */
export function isOnMap(asset: LiveAsset, nowMs: number, timeoutDay: number): asset is PlacedAsset {
  return isPlaced(asset) && nowMs - asset.lastUpdatedMs <= timeoutDay * dayMs;
}

/**
 * How strongly a marker is drawn, 1 … 0.45: full until stale, then fading until the timeout. By the logarithm of the
 * age, since the timeout may be years away and an hour must already be seen.
 */
export function strengthOf(ageMs: number, timeoutDay: number): number {
  if (ageMs <= staleAfterMs) return 1;
  const share = Math.log(ageMs / staleAfterMs) / Math.log((timeoutDay * dayMs) / staleAfterMs);
  return 1 - (1 - faintest) * Math.min(1, share);
}
