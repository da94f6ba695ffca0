import { type KnownStrength, makeStrengths, strengthToKeep } from "@pulse/positioning/learn/makeStrengths";
import type { TrackerState } from "@pulse/positioning/engine/trackerState";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { storeTagOffsets, type TagOffset } from "./tagOffsets.repository.ts";

/** A smaller difference from the stored offset is ignored, dB. */
const sameDb = 0.5;

export interface LearnedTag {
  trackerId: string;
  siteId: string;
  state: TrackerState;
}

export interface TagOffsets {
  /** The offset of a make's trackers at a site; undefined: none is known yet. */
  ofMake(siteId: string, make: string): KnownStrength | undefined;
  /** The offset of a tracker itself that was stored since the start; undefined: none was. */
  ofTracker(trackerId: string): KnownStrength | undefined;
  /** Summarises what was learned of trackers, and stores what has changed. */
  store(tags: Iterable<LearnedTag>): Promise<void>;
}

/** The learned strengths of tags, for restarts and for new trackers of the same make. */
export function tagOffsets(db: Kysely<Database>): TagOffsets {
  const makes = makeStrengths();
  const keyOf = (siteId: string, make: string): string => `${siteId} ${make}`;
  const stored = new Map<string, KnownStrength>();

  return {
    ofMake: (siteId, make) => makes.of(keyOf(siteId, make)),
    ofTracker: (trackerId) => stored.get(trackerId),
    store: async (tags) => {
      const changed: TagOffset[] = [];
      const ofMakes: { make: string; offset: TrackerState["offset"] }[] = [];
      for (const { trackerId, siteId, state } of tags) {
        const { offset, model } = state;
        if (model !== null) ofMakes.push({ make: keyOf(siteId, model), offset });
        const learned = strengthToKeep(offset);
        if (!learned) continue;
        const { version } = offset;
        const was = stored.get(trackerId);
        if (was?.version === version && Math.abs(was.offsetDb - learned.meanDb) < sameDb) continue;
        changed.push({ id: trackerId, db: Number(learned.meanDb.toFixed(2)), version });
      }
      makes.learn(ofMakes);
      if (changed.length === 0) return;
      await storeTagOffsets(db, changed);
      for (const { id, db: offsetDb, version } of changed) stored.set(id, { offsetDb, version });
    },
  };
}
