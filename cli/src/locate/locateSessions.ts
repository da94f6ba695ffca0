import { locate, type Fix } from "@pulse/positioning/locate";
import type { Calibration } from "@pulse/positioning/calibration";
import type { SiteModel } from "@pulse/positioning/siteModel";
import { smoothTrack } from "@pulse/positioning/smoothTrack";
import { newTrackerState, observe } from "@pulse/positioning/trackerState";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/trafficSample";
import type { Session } from "./recordings.ts";

export interface TagFix {
  tagId: string;
  fix: Fix;
}

export interface SessionRun {
  /** The site's model with a calibration, or with none. */
  modelWith: (calibration: Calibration | null) => SiteModel;
  /** From labelled points; null: the site calibrates itself from the traffic as it goes, as the live engine does. */
  calibration: Calibration | null;
  intervalMs: number;
  /** Smooth each tag's fixes backward at the end: no longer what was known at the time. */
  smooth?: boolean;
}

/**
 * Runs the live engine over recorded sessions, all of which start at 0: at each update interval one fix of each tag
 * from what had been heard by then, up to the tag's last packet. In time order, then by tag.
 */
export function locateSessions(sessions: readonly Session[], run: SessionRun): TagFix[] {
  const { intervalMs } = run;
  const tags = sessions.map((session) => ({
    session,
    state: newTrackerState(),
    next: 0,
    lastMs: lastFixMs(session, intervalMs),
  }));
  const endMs = Math.max(0, ...tags.map(({ lastMs }) => lastMs));
  const fixes: TagFix[] = [];
  const traffic = newTrafficSample();
  let model = run.modelWith(run.calibration);
  for (let nowMs = intervalMs; nowMs <= endMs; nowMs += intervalMs) {
    for (const tag of tags) {
      if (nowMs > tag.lastMs) continue;
      const { packets, tagId } = tag.session;
      for (; tag.next < packets.length && packets[tag.next]!.atMs <= nowMs; tag.next++) {
        observe(tag.state, packets[tag.next]!);
      }
      const fix = locate(model, tag.state, nowMs);
      if (!fix) continue;
      fixes.push({ tagId, fix });
      if (!run.calibration) sampleTraffic(traffic, model, tagId, nowMs);
    }
    // After the step, so that no tag's fix depends on the order of the tags.
    if (!run.calibration && isFitDue(traffic, nowMs)) model = run.modelWith(fitTraffic(traffic, model, nowMs));
  }
  return run.smooth ? smoothed(model, fixes) : fixes;
}

function smoothed(model: SiteModel, fixes: readonly TagFix[]): TagFix[] {
  const tags = Map.groupBy(fixes, ({ tagId }) => tagId);
  const tracks = [...tags].flatMap(([tagId, track]) =>
    smoothTrack(
      model,
      track.map(({ fix }) => fix),
    ).map((fix) => ({ tagId, fix })),
  );
  return tracks.toSorted((a, b) => a.fix.atMs - b.fix.atMs);
}

/** The last interval that ends within the session; a session shorter than one still gets one fix. */
function lastFixMs({ packets }: Session, intervalMs: number): number {
  const newestMs = packets.at(-1)?.atMs ?? 0;
  return Math.max(1, Math.floor(newestMs / intervalMs)) * intervalMs;
}
