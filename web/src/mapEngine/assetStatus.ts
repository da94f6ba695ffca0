import { limits } from "@pulse/contract/limits";
import { isPlaced, type LiveAsset, type PlacedAsset } from "../live/liveStore.ts";

/** Moving, still and stale exclude each other; `never`: no position at all (look.md section 6). */
export type Status = "moving" | "still" | "stale" | "never";

/** Three missed intervals: the same limit by which a gateway counts a tracker as connected. */
export const staleAfterMs = limits.connectedMs;

const dayMs = 24 * 3600_000;
const faintest = 0.45;

/** The status that an asset's marker and row show at `nowMs`. */
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
 * A marker's opacity, 1 … 0.45: full until stale, then fading until the timeout with the logarithm of the age, since the
 * timeout may be years away and an hour must already be visible.
 */
export function strengthOf(ageMs: number, timeoutDay: number): number {
  if (ageMs <= staleAfterMs) return 1;
  const share = Math.log(ageMs / staleAfterMs) / Math.log((timeoutDay * dayMs) / staleAfterMs);
  return 1 - (1 - faintest) * Math.min(1, share);
}
