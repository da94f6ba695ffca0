import { locate } from "@pulse/positioning/engine/locate";
import type { Fix } from "@pulse/positioning/fix/fix";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { LEARN } from "@pulse/positioning/learn/learnConstants";
import { makeStrengths } from "@pulse/positioning/learn/makeStrengths";
import { newTagOffset } from "@pulse/positioning/learn/tagOffset";
import { inheritLearning, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { smoothTrack } from "@pulse/positioning/smooth/smoothTrack";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { playUntil, scheduleNext, newPlayback, type Playback } from "./playback.ts";
import type { Session } from "./recordings.ts";

/** The server forgets a tag that was not heard for this long (locateWorker.ts there). */
const TRACKED_MS = 15 * 60_000;

export interface TagFix {
  tagId: string;
  fix: Fix;
}

export interface SessionRun {
  /** The site's model with or without a calibration. */
  modelWith: (calibration: Calibration | null) => SiteModel;
  /** From labelled points; null: the site calibrates itself from its traffic, like the live engine. */
  calibration: Calibration | null;
  intervalMs: number;
  /** Smooth each tag's fixes backward at the end, using later packets too. */
  smooth?: boolean;
}

/**
 * Runs the live engine over recorded sessions, whenever each starts: at each update interval one fix of each tag from
 * the packets received by then, up to the tag's last packet. In time order, then by tag.
 */
export function locateSessions(sessions: readonly Session[], run: SessionRun): TagFix[] {
  const { intervalMs } = run;
  const tags = sessions.map((session) => newPlayback(session, intervalMs));
  const fixes: TagFix[] = [];
  const traffic = newTrafficSample();
  const makes = madeTags(tags);
  let model = run.modelWith(run.calibration);
  for (let nowMs = nextDue(tags); nowMs < Infinity; nowMs = nextDue(tags)) {
    for (const tag of tags) {
      if (nowMs < tag.dueMs) continue;
      const { tagId } = tag.session;
      playUntil(tag, nowMs);
      makes.begin(tag);
      const fix = locate(model, tag.state, nowMs);
      scheduleNext(tag, nowMs, intervalMs);
      if (!fix) continue;
      fixes.push({ tagId, fix });
      if (!run.calibration) sampleTraffic(traffic, model, tagId, nowMs);
    }
    makes.learn(nowMs, model.calibration?.version ?? 0);
    // After the step, so that no tag's fix depends on the order of the tags.
    if (run.calibration || !isFitDue(traffic, nowMs)) continue;
    const fitted = fitTraffic(traffic, model, nowMs);
    if (!fitted) continue;
    const before = model;
    model = run.modelWith(fitted);
    inheritLearning(model, before);
  }
  return run.smooth ? smoothed(model, fixes) : fixes;
}

/**
 * Lets a new tag begin with the strength that others of its make have shown, as the server does (tagOffsets.ts and
 * locateWorker.ts there): what it shows is learned once a minute, from tags heard lately.
 */
function madeTags(tags: readonly Playback[]) {
  const makes = makeStrengths();
  const begun = new Set<Playback>();
  let learnedMs = -Infinity;
  return {
    begin: (tag: Playback): void => {
      const { state, session } = tag;
      if (session.make === undefined || begun.has(tag)) return;
      begun.add(tag);
      const known = makes.of(session.make);
      state.offset = known ? { ...newTagOffset(known.offsetDb), version: known.version } : newTagOffset();
    },
    learn: (nowMs: number, version: number): void => {
      if (learnedMs === -Infinity) learnedMs = nowMs;
      if (begun.size === 0 || nowMs - learnedMs < LEARN.makesMs) return;
      learnedMs = nowMs;
      const heard = tags.filter((tag) => begun.has(tag) && nowMs - tag.lastMs <= TRACKED_MS);
      makes.learn(
        heard.flatMap(({ session, state }) =>
          session.make !== undefined && state.offset.version === version
            ? [{ make: session.make, offset: state.offset }]
            : [],
        ),
      );
    },
  };
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

function nextDue(tags: readonly Playback[]): number {
  return tags.reduce((earliest, { dueMs }) => Math.min(earliest, dueMs), Infinity);
}
