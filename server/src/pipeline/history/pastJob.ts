import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import { strengthUnder } from "../locate/strengthUnder.ts";
import type { Hole } from "./backfilled.repository.ts";
import { sightingTexts, holesOf, linkTimes, type LinkTime, assetClaims } from "./pastRows.repository.ts";
import type { PastJob } from "./pastThread.ts";
import { warmMs } from "./pastTrack.ts";
import type { PastWork } from "./pastWork.repository.ts";
import { gapMs } from "./positionFold.ts";

/** At most this much of each tracker is located at a time. */
const partMs = 3_600_000;

/**
 * What to locate of a site's trackers; `untilMs` says up to when, for trackers of which more is left for another turn.
 */
export async function pastJob(
  db: Kysely<Database>,
  site: LiveSite,
  late: readonly PastWork[],
  settled: Date,
): Promise<{ job: PastJob; untilMs: ReadonlyMap<string, number> }> {
  const links = Map.groupBy(await linkTimes(db, late), ({ trackerId }) => trackerId);
  const all = Map.groupBy(await holesOf(db, late, gapMs, settled), ({ trackerId }) => trackerId);
  const { holes, untilMs } = firstPart(all, links);
  const open = late.filter(({ trackerId }) => holes.has(trackerId));
  const sightings = Map.groupBy(
    await sightingTexts(db, [...holes.values()].flat(), warmMs),
    ({ trackerId }) => trackerId,
  );
  const ofOpen = open.flatMap(({ trackerId }) => links.get(trackerId) ?? []);
  const { calibration, learning } = site.model;
  const job = {
    siteId: site.id,
    plan: site.plan,
    calibration,
    carried: learning.modelShifts,
    origin: site.frame.origin,
    rooms: new Map([...site.floors.values()].flatMap(({ rooms }) => [...rooms])),
    trackers: open.map(({ trackerId }) => {
      const tag = site.tags.get(trackerId);
      return {
        trackerId,
        tag: tag === undefined ? null : { make: tag.make, strength: strengthUnder(site.model, tag) },
        holes: holes.get(trackerId)!,
        sightings: sightings.get(trackerId) ?? [],
        links: links.get(trackerId) ?? [],
      };
    }),
    claims: ofOpen.length === 0 ? [] : await assetClaims(db, ofOpen, late, settled),
  };
  return { job, untilMs };
}

/** Trackers of the same assets are cut off at the same moment, so that one of them can be chosen at every moment. */
function firstPart(
  all: ReadonlyMap<string, Hole[]>,
  links: ReadonlyMap<string, LinkTime[]>,
): { holes: Map<string, Hole[]>; untilMs: Map<string, number> } {
  const begins = new Map<string, number>();
  const beginOf = (trackerId: string): number[] => {
    const first = all.get(trackerId)?.[0]?.fromMs ?? Infinity;
    return [first, ...(links.get(trackerId) ?? []).map(({ assetId }) => begins.get(assetId) ?? Infinity)];
  };
  for (const [trackerId, ofTracker] of links)
    for (const { assetId } of ofTracker)
      begins.set(assetId, Math.min(...beginOf(trackerId), begins.get(assetId) ?? Infinity));
  const holes = new Map<string, Hole[]>();
  const untilMs = new Map<string, number>();
  for (const [trackerId, ofTracker] of all) {
    const cutMs = Math.min(...beginOf(trackerId)) + partMs;
    const part = ofTracker.filter(({ fromMs }) => fromMs < cutMs);
    if (ofTracker.at(-1)!.untilMs > cutMs) untilMs.set(trackerId, cutMs);
    if (part.length > 0)
      holes.set(
        trackerId,
        part.map((hole) => ({ ...hole, untilMs: Math.min(cutMs, hole.untilMs) })),
      );
  }
  return { holes, untilMs };
}
