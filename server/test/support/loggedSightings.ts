import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../src/platform/database/schema.ts";
import { type LogCursors, logCursorsRepository } from "../../src/pipeline/ingest/logCursors.repository.ts";
import type { SightedAdvert } from "../../src/pipeline/history/sightingBuckets.ts";
import { createSightingWriter } from "../../src/pipeline/history/sightingWriter.ts";
import { wholeLog } from "../../src/platform/log/partitions.ts";
import { quiet } from "./fixes.ts";

/**
 * A sighting writer over a log with one advert per record. With the `logId` of an earlier one it continues as after a
 * crash.
 */
export async function loggedSightings(
  db: Kysely<Database>,
  options: {
    logId?: string;
    flushMs?: number;
    maxQueued?: number;
    maxBatch?: number;
    /** Crashes within the transaction after this many. */
    commits?: number;
  } = {},
) {
  const { logId = randomUUID(), flushMs = 3_600_000, commits = Infinity, ...limits } = options;
  const stored = logCursorsRepository(db, { logId, partition: wholeLog }, async () => undefined);
  let committed = 0;
  const cursors: Pick<LogCursors, "storeSightings"> = {
    storeSightings: async (...cursor) => {
      await stored.storeSightings(...cursor);
      if (committed++ >= commits) throw new Error("crashed");
    },
  };
  const storedPositions = await stored.sightings();
  const writer = createSightingWriter({ ...limits, db, cursors, storedPositions, now: Date.now, log: quiet, flushMs });
  let position = 0;
  return {
    ...writer,
    logId,
    hear: (advert: SightedAdvert): void => {
      writer.advanceTo(advert.atMs);
      writer.add(advert, position);
      position += 1;
      writer.reached(position);
    },
  };
}
