import type { LabelledWindow } from "@pulse/positioning/labelled";

/** Adverts of one tracker at one gateway in the ten seconds from `ts` (the stored sightings). */
export interface HeardBucket {
  ts: Date;
  hardware_id: string;
  /** Mean, dBm. */
  rssi: number;
  count: number;
}

export interface HeardAtPoint {
  /** All that was heard: what a calibration is fitted to. */
  heard: LabelledWindow[];
  /** Ten seconds of it, as long as a standing tag's live window: what a calibration is tried on. */
  live: LabelledWindow[];
}

const bucketMs = 10_000;
/** A live window holds no more packets than these. */
const livePackets = 10;

/**
 * What was heard while a tracker stood at a point. Sightings are kept in tens of seconds with their mean and number, so
 * nothing is lost but at the edges: a bucket that reaches out of the span, by when it was being carried, is left out
 * where there are others.
 */
export function heardAt(buckets: readonly HeardBucket[], startMs: number, endMs: number): HeardAtPoint {
  const within = buckets.filter(({ ts }) => ts.getTime() >= startMs && ts.getTime() + bucketMs <= endMs);
  const taken = within.length > 0 ? within : buckets;
  const times = [...new Set(taken.map(({ ts }) => ts.getTime()))].toSorted((a, b) => a - b);
  const middleMs = times[times.length >> 1];
  const live = taken.filter(({ ts }) => ts.getTime() === middleMs);
  return {
    heard: windowsOf(taken),
    live: windowsOf(live).map((window) => ({ ...window, packets: Math.min(livePackets, window.packets) })),
  };
}

/** The span in which buckets may hold what was heard from `startMs` to `endMs`. */
export function bucketSpan(startMs: number, endMs: number): { from: Date; to: Date } {
  return { from: new Date(Math.floor(startMs / bucketMs) * bucketMs), to: new Date(endMs) };
}

function windowsOf(buckets: readonly HeardBucket[]): LabelledWindow[] {
  const gateways = Map.groupBy(buckets, ({ hardware_id }) => hardware_id);
  return [...gateways].map(([anchorId, heard]) => {
    const packets = heard.reduce((sum, { count }) => sum + count, 0);
    return { anchorId, rssi: heard.reduce((sum, { rssi, count }) => sum + rssi * count, 0) / packets, packets };
  });
}
