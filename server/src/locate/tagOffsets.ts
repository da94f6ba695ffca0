import { learnedOffset, modelOffsetDb } from "@pulse/positioning/learn/tagOffset";
import type { TrackerState } from "@pulse/positioning/model/trackerState";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { storeTagOffsets, type TagOffset } from "./tagOffsets.repository.ts";

/** An offset with a larger standard deviation is not stored, dB. */
const worthSdDb = 3;
/** A smaller difference from the stored offset is ignored, dB. */
const sameDb = 0.5;

export interface LearnedTag {
  trackerId: string;
  siteId: string;
  state: TrackerState;
}

/** An offset, dB, and the version of the calibration under which it was learned. */
interface KnownOffset {
  offsetDb: number;
  version: number;
}

export interface TagOffsets {
  /** The offset of a make's trackers at a site; undefined: none is known yet. */
  ofMake(siteId: string, make: string): KnownOffset | undefined;
  /** The offset of a tracker itself that was stored since the start; undefined: none was. */
  ofTracker(trackerId: string): KnownOffset | undefined;
  /** Summarises what was learned of trackers, and stores what has changed. */
  keep(tags: Iterable<LearnedTag>): Promise<void>;
}

/** The learned strengths of tags, for restarts and for new trackers of the same make. */
export function tagOffsets(db: Kysely<Database>): TagOffsets {
  const makes = new Map<string, KnownOffset>();
  const stored = new Map<string, KnownOffset>();

  return {
    ofMake: (siteId, make) => makes.get(`${siteId} ${make}`),
    ofTracker: (trackerId) => stored.get(trackerId),
    keep: async (tags) => {
      const news: TagOffset[] = [];
      const byMake = new Map<string, { version: number; tags: { meanDb: number; sdDb: number }[] }>();
      for (const { trackerId, siteId, state } of tags) {
        const learned = learnedOffset(state.offset);
        if (!learned || learned.sdDb > worthSdDb || state.offset.version < 0) continue;
        const { version } = state.offset;
        if (state.model !== null) {
          const key = `${siteId} ${state.model}`;
          const same = byMake.get(key);
          if (same?.version === version) same.tags.push(learned);
          else byMake.set(key, { version, tags: [learned] });
        }
        const was = stored.get(trackerId);
        if (was?.version === version && Math.abs(was.offsetDb - learned.meanDb) < sameDb) continue;
        news.push({ id: trackerId, db: Number(learned.meanDb.toFixed(2)), version });
      }
      for (const [key, { version, tags: alike }] of byMake) {
        const offsetDb = modelOffsetDb(alike);
        if (offsetDb !== null) makes.set(key, { offsetDb, version });
      }
      if (news.length === 0) return;
      await storeTagOffsets(db, news);
      for (const { id, db: offsetDb, version } of news) stored.set(id, { offsetDb, version });
    },
  };
}
