import type { ConnectionState } from "../../live/connection.ts";

/** For so long a break is not told: the line is opened anew for each site, and breaks for a moment now and then. */
const graceMs = 5_000;

/** What is known of whether the display is live. */
export interface Truth {
  /** When it last was, or was started, ms. */
  liveMs: number;
  /** Since when it is not; null: it is live. */
  sinceMs: number | null;
}

/** Whether what a line of this state shows is as new as it can be. */
export function isUpToDate(state: ConnectionState): boolean {
  return state === "live" || state === "polling";
}

/** What is known a moment later. A clock that was put back does not make a break longer. */
export function truthAfter(before: Truth, isLive: boolean, nowMs: number): Truth {
  if (isLive) return { liveMs: nowMs, sinceMs: null };
  const liveMs = Math.min(before.liveMs, nowMs);
  return { liveMs, sinceMs: nowMs - liveMs > graceMs ? liveMs : null };
}
