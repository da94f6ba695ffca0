import { learnedOffset, modelOffsetDb } from "@pulse/positioning/tagOffset";
import type { TrackerState } from "@pulse/positioning/trackerState";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { storeTagOffsets, type TagOffset } from "./tagOffsets.repository.ts";

/** An offset known no better is not worth storing, dB. */
const worthSdDb = 3;
/** A stored offset that differs by less is left, dB. */
const sameDb = 0.5;

export interface LearnedTag {
  trackerId: string;
  siteId: string;
  state: TrackerState;
}

export interface TagOffsets {
  /** What trackers of a make were found to be at a site, dB; undefined: nothing yet. */
  ofMake(siteId: string, make: string): number | undefined;
  /** What was found of a tracker itself and stored since the start; undefined: nothing. */
  ofTracker(trackerId: string): { db: number; version: number } | undefined;
  /** Sums up what trackers have told of themselves and stores what is news. */
  keep(tags: Iterable<LearnedTag>): Promise<void>;
}

/** Learned strengths of tags, for a restart and for new trackers of the same make. */
export function tagOffsets(db: Kysely<Database>): TagOffsets {
  const makes = new Map<string, number>();
  const stored = new Map<string, { db: number; version: number }>();

  return {
    ofMake: (siteId, make) => makes.get(`${siteId} ${make}`),
    ofTracker: (trackerId) => stored.get(trackerId),
    keep: async (tags) => {
      const news: TagOffset[] = [];
      const byMake = new Map<string, { meanDb: number; sdDb: number }[]>();
      for (const { trackerId, siteId, state } of tags) {
        const learned = learnedOffset(state.offset);
        if (!learned || learned.sdDb > worthSdDb || state.offset.version < 0) continue;
        const { version } = state.offset;
        if (state.model !== null) {
          const key = `${siteId} ${state.model}`;
          const same = byMake.get(key);
          if (same) same.push(learned);
          else byMake.set(key, [learned]);
        }
        const was = stored.get(trackerId);
        if (was?.version === version && Math.abs(was.db - learned.meanDb) < sameDb) continue;
        news.push({ id: trackerId, db: Number(learned.meanDb.toFixed(2)), version });
      }
      for (const [key, learned] of byMake) {
        const offsetDb = modelOffsetDb(learned);
        if (offsetDb !== null) makes.set(key, offsetDb);
      }
      if (news.length === 0) return;
      await storeTagOffsets(db, news);
      for (const { id, db: offsetDb, version } of news) stored.set(id, { db: offsetDb, version });
    },
  };
}
