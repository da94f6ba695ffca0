import { sightingSlices, sliceOf } from "./sightingSlices.ts";

/** One advert of a tracker as a gateway heard it. */
export interface SightedAdvert {
  trackerId: string;
  gatewayId: string;
  /** The asset that has the tracker now. */
  assetId: string | null;
  atMs: number;
  /** dBm */
  rssi: number;
  /** When it came, ms, if that was too late for a live position. */
  lateUntilMs?: number;
}

/** Sightings are reduced to one row per tracker, gateway and this many milliseconds. */
export const bucketMs = 10_000;

export interface Bucket extends Omit<SightedAdvert, "atMs" | "rssi" | "lateUntilMs"> {
  startMs: number;
  sum: number;
  min: number;
  max: number;
  count: number;
  /** When the last late advert came, ms; -Infinity: none was late. */
  lateUntilMs: number;
}

/** What was heard in one stretch of the log. */
export interface Buckets {
  add(advert: SightedAdvert): void;
  size(): number;
  oldestMs(): number | null;
  /** Grouped by the slices of the trackers. */
  slices(): Bucket[][];
}

export function newBuckets(): Buckets {
  const all: Bucket[] = [];
  // Nested by gateway and tracker: building one key for each advert would cost more than everything else.
  const newest = new Map<string, Map<string, Bucket>>();
  const older = new Map<string, Bucket>();

  /**
   * Finds the bucket of an advert whose time differs from the pair's newest bucket: adverts may be older than their
   * message.
   */
  const ofOtherTime = (bucket: Bucket, startMs: number): Bucket | undefined => {
    const { trackerId, gatewayId } = bucket;
    if (bucket.startMs < startMs) older.set(`${trackerId}${gatewayId}${bucket.startMs}`, bucket);
    return older.get(`${trackerId}${gatewayId}${startMs}`);
  };

  return {
    add: ({ trackerId, gatewayId, assetId, atMs, rssi, lateUntilMs = -Infinity }) => {
      const startMs = Math.floor(atMs / bucketMs) * bucketMs;
      let byTracker = newest.get(gatewayId);
      if (byTracker === undefined) newest.set(gatewayId, (byTracker = new Map<string, Bucket>()));
      const known = byTracker.get(trackerId);
      const bucket = known === undefined || known.startMs === startMs ? known : ofOtherTime(known, startMs);
      if (bucket === undefined) {
        const created = {
          trackerId,
          gatewayId,
          assetId,
          startMs,
          sum: rssi,
          min: rssi,
          max: rssi,
          count: 1,
          lateUntilMs,
        };
        all.push(created);
        if (known === undefined || known.startMs < startMs) byTracker.set(trackerId, created);
        else older.set(`${trackerId}${gatewayId}${startMs}`, created);
        return;
      }
      bucket.sum += rssi;
      bucket.min = Math.min(bucket.min, rssi);
      bucket.max = Math.max(bucket.max, rssi);
      bucket.count += 1;
      bucket.assetId = assetId;
      bucket.lateUntilMs = Math.max(bucket.lateUntilMs, lateUntilMs);
    },
    size: () => all.length,
    // They come roughly in the order of their times.
    oldestMs: () => all[0]?.startMs ?? null,
    slices: () => {
      const slices = Array.from({ length: sightingSlices }, (): Bucket[] => []);
      for (const bucket of all) slices[sliceOf(bucket.trackerId)]!.push(bucket);
      return slices;
    },
  };
}
