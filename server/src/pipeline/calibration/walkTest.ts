import type { LabelledWindow } from "@pulse/positioning/learn/labelledSnapshot";
import { WINDOW } from "@pulse/positioning/window/windowConstants";
import { fromDecibels } from "@pulse/positioning/window/packetMean";

/** Adverts of one tracker at one gateway in the ten seconds from `ts` (the stored sightings). */
export interface SightingBucket {
  ts: Date;
  hardware_id: string;
  /** Mean of the decibels, the weakest and the strongest, dBm. */
  rssi: number;
  rssi_min: number;
  rssi_max: number;
  count: number;
}

export interface PointSightings {
  /** Everything that was heard, to which a calibration is fitted. */
  heard: LabelledWindow[];
  /** A standing tag's live window of it, on which a calibration is tested. */
  live: LabelledWindow[];
}

/** Sightings are kept in spans of this length, which is that of a live window. */
const bucketMs = 10_000;

/**
 * What was heard while a tracker stood at a point. Sightings are kept in buckets of ten seconds with mean and count, so
 * only the edges are inexact: a bucket that extends beyond the span may include the carrying, and is left out if there
 * are others.
 */
export function pointSightings(buckets: readonly SightingBucket[], startMs: number, endMs: number): PointSightings {
  const within = buckets.filter(({ ts }) => ts.getTime() >= startMs && ts.getTime() + bucketMs <= endMs);
  const used = within.length > 0 ? within : buckets;
  const times = [...new Set(used.map(({ ts }) => ts.getTime()))].toSorted((a, b) => a - b);
  const middleMs = times[times.length >> 1];
  const live = used.filter(({ ts }) => ts.getTime() === middleMs);
  return {
    heard: windowsOf(used),
    live: windowsOf(live).map((window) => ({ ...window, packets: Math.min(WINDOW.stillPackets, window.packets) })),
  };
}

/** The span of the buckets that may contain what was heard from `startMs` to `endMs`. */
export function bucketSpan(startMs: number, endMs: number): { from: Date; to: Date } {
  return { from: new Date(Math.floor(startMs / bucketMs) * bucketMs), to: new Date(endMs) };
}

function windowsOf(buckets: readonly SightingBucket[]): LabelledWindow[] {
  const gateways = Map.groupBy(buckets, ({ hardware_id }) => hardware_id);
  return [...gateways].map(([anchorId, ofGateway]) => {
    const packets = ofGateway.reduce((sum, { count }) => sum + count, 0);
    // As live windows have it, by amplitudes.
    const sum = ofGateway.reduce(
      (total, { rssi, rssi_min, rssi_max, count }) => total + count * fromDecibels(rssi, rssi_min, rssi_max, count),
      0,
    );
    return { anchorId, rssi: sum / packets, packets };
  });
}
