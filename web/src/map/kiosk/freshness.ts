import type { ConnectionState } from "../../live/connection.ts";

/** Shorter breaks are not shown, ms: each site opens a new live connection, and connections break for a moment now and then. */
const graceMs = 5_000;

/** Whether the display is live. */
export interface Freshness {
  /** When it was last live, or was started, ms. */
  liveMs: number;
  /** Since when it is not; null: it is live. */
  sinceMs: number | null;
}

/** Whether a connection in this state shows current data. */
export function isUpToDate(state: ConnectionState): boolean {
  return state === "live" || state === "polling";
}

/** The state a moment later. Setting the clock back does not make a break longer. */
export function nextFreshness(before: Freshness, isLive: boolean, nowMs: number): Freshness {
  if (isLive) return { liveMs: nowMs, sinceMs: null };
  const liveMs = Math.min(before.liveMs, nowMs);
  return { liveMs, sinceMs: nowMs - liveMs > graceMs ? liveMs : null };
}
