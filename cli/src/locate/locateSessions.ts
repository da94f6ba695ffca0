import { locate, type Fix } from "@pulse/positioning/locate";
import type { SiteModel } from "@pulse/positioning/siteModel";
import { newTrackerState, observe } from "@pulse/positioning/trackerState";
import type { Session } from "./recordings.ts";

export interface TagFix {
  tagId: string;
  fix: Fix;
}

/**
 * Runs the live engine over recorded sessions, all of which start at 0: at each update interval one fix of each tag
 * from what had been heard by then, up to the tag's last packet. In time order, then by tag.
 */
export function locateSessions(model: SiteModel, sessions: readonly Session[], intervalMs: number): TagFix[] {
  const runs = sessions.map((session) => ({
    session,
    state: newTrackerState(),
    next: 0,
    lastMs: lastFixMs(session, intervalMs),
  }));
  const endMs = Math.max(0, ...runs.map(({ lastMs }) => lastMs));
  const fixes: TagFix[] = [];
  for (let step = 1; step * intervalMs <= endMs; step++) {
    const nowMs = step * intervalMs;
    for (const run of runs) {
      if (nowMs > run.lastMs) continue;
      const { packets, tagId } = run.session;
      for (; run.next < packets.length && packets[run.next]!.atMs <= nowMs; run.next++) {
        observe(run.state, packets[run.next]!);
      }
      const fix = locate(model, run.state, nowMs);
      if (fix) fixes.push({ tagId, fix });
    }
  }
  return fixes;
}

/** The last interval that ends within the session; a session shorter than one still gets one fix. */
function lastFixMs({ packets }: Session, intervalMs: number): number {
  const newestMs = packets.at(-1)?.atMs ?? 0;
  return Math.max(1, Math.floor(newestMs / intervalMs)) * intervalMs;
}
