import { type Kysely, sql } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../adapters/database/schema.ts";
import type { Buffers } from "../system/buffers.ts";
import { flushLoop } from "./flushLoop.ts";
import { arrayOf, instant } from "./unnest.ts";
import { writeHalving } from "./writeHalving.ts";

/** One advert of a tracker as a gateway heard it. */
export interface HeardAdvert {
  trackerId: string;
  hardwareId: string;
  /** Whose tracker it is now. */
  assetId: string | null;
  atMs: number;
  /** dBm */
  rssi: number;
}

export interface SightingWriter {
  /** Takes one advert; never waits and never fails. */
  add(advert: HeardAdvert): void;
  /** Writes everything that was added before, also what may still grow. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Rows that wait, and adverts that found no room. */
  stats(): { queued: number; dropped: number };
}

const bucketMs = 10_000;

interface Bucket extends Omit<HeardAdvert, "atMs" | "rssi"> {
  startMs: number;
  sum: number;
  min: number;
  max: number;
  count: number;
}

/**
 * Keeps what gateways hear, thinned to one row for each tracker, gateway and ten seconds. A row is written once its ten
 * seconds are over; what comes after that is added to it in the database.
 */
export function createSightingWriter(options: {
  db: Kysely<Database>;
  now: () => number;
  log: Pick<BaseLogger, "warn">;
  flushMs?: number;
  maxBatch?: number;
  maxQueued?: number;
  /** Shows what waits and what was lost in `/metrics`. */
  waiting?: Buffers;
}): SightingWriter {
  const { db, now, log, flushMs = 1000, maxBatch = 1000, maxQueued = 200_000 } = options;
  const buckets = new Map<string, Bucket>();
  let dropped = 0;
  // Buckets come in about the order of their times.
  const oldestMs = (): number | null => buckets.values().next().value?.startMs ?? null;
  const countLoss = options.waiting?.add("sightings", () => ({ items: buckets.size, oldestMs: oldestMs() }), [
    "full",
    "refused",
  ]);
  const lose = (reason: string, adverts: number): void => {
    dropped += adverts;
    countLoss?.(reason, adverts);
  };
  const loop = flushLoop({ what: "Sightings", everyMs: flushMs, write, now, log });

  function add({ trackerId, hardwareId, assetId, atMs, rssi }: HeardAdvert): void {
    const number = Math.floor(atMs / bucketMs);
    const key = `${trackerId}${hardwareId}${number}`;
    const bucket = buckets.get(key);
    if (bucket) {
      bucket.sum += rssi;
      bucket.min = Math.min(bucket.min, rssi);
      bucket.max = Math.max(bucket.max, rssi);
      bucket.count += 1;
      bucket.assetId = assetId;
    } else if (buckets.size < maxQueued) {
      const startMs = number * bucketMs;
      buckets.set(key, { trackerId, hardwareId, assetId, startMs, sum: rssi, min: rssi, max: rssi, count: 1 });
    } else lose("full", 1);
  }

  async function write(everything: boolean): Promise<void> {
    const ripeMs = everything ? Infinity : now() - bucketMs;
    const ripe = [...buckets].filter(([, bucket]) => bucket.startMs <= ripeMs);
    for (let start = 0; start < ripe.length; start += maxBatch) {
      const some = ripe.slice(start, start + maxBatch);
      // Out of the map while they are written: what is heard meanwhile begins a bucket of its own and is added there.
      for (const [key] of some) buckets.delete(key);
      try {
        await writeHalving(
          some.map(([, bucket]) => bucket),
          (rows) => upsertSightings(db, rows),
          (row, error) => {
            log.warn({ err: error, tracker: row.trackerId }, "A sighting cannot be stored and is left out");
            lose("refused", row.count);
          },
        );
      } catch (error) {
        for (const [key, bucket] of some) putBack(key, bucket);
        throw error;
      }
    }
  }

  function putBack(key: string, bucket: Bucket): void {
    const since = buckets.get(key);
    if (since) {
      bucket.sum += since.sum;
      bucket.min = Math.min(bucket.min, since.min);
      bucket.max = Math.max(bucket.max, since.max);
      bucket.count += since.count;
    }
    buckets.set(key, bucket);
  }

  return {
    add,
    flush: () => loop.flush(),
    close: () => loop.close(),
    stats: () => ({ queued: buckets.size, dropped }),
  };
}

async function upsertSightings(db: Kysely<Database>, rows: readonly Bucket[]): Promise<void> {
  await sql`insert into sightings as known (tracker_id, ts, hardware_id, asset_id, rssi, rssi_min, rssi_max, count)
    select * from unnest(
      ${arrayOf("uuid", rows, (row) => row.trackerId)},
      ${arrayOf("timestamptz", rows, (row) => instant(row.startMs))},
      ${arrayOf("uuid", rows, (row) => row.hardwareId)},
      ${arrayOf("uuid", rows, (row) => row.assetId)},
      ${arrayOf("real", rows, (row) => row.sum / row.count)},
      ${arrayOf("smallint", rows, (row) => Math.round(row.min))},
      ${arrayOf("smallint", rows, (row) => Math.round(row.max))},
      ${arrayOf("int", rows, (row) => row.count)})
    on conflict (tracker_id, ts, hardware_id) do update set
      rssi = (known.rssi * known.count + excluded.rssi * excluded.count) / (known.count + excluded.count),
      rssi_min = least(known.rssi_min, excluded.rssi_min),
      rssi_max = greatest(known.rssi_max, excluded.rssi_max),
      count = known.count + excluded.count,
      asset_id = excluded.asset_id`.execute(db);
}
