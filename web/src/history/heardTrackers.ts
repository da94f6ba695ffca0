import { listAssetLinks } from "@pulse/contract/assets";
import { useQuery } from "@tanstack/react-query";
import { type DateWords, timesOf } from "../dates/span.ts";
import { useServices } from "../services/services.tsx";

/** A tracker, and the time in which its signals count; null: without an end. */
export interface HeardTracker {
  id: string;
  name: string;
  sinceMs: number | null;
  untilMs: number | null;
}

/** The current and former trackers of an asset, the newest link first, each with the time it was linked; null until known. */
export function useTrackersOfAsset(id: string): readonly HeardTracker[] | null {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["links", id],
    queryFn: ({ signal }) => api.call(listAssetLinks, { params: { id }, signal }),
  });
  if (data === undefined) return null;
  const trackers = new Map<string, HeardTracker>();
  for (const { tracker, linkedAt, unlinkedAt } of data) {
    const earlier = trackers.get(tracker.id);
    trackers.set(tracker.id, {
      ...tracker,
      // Older links come later: a tracker that was linked twice counts from the first time on.
      sinceMs: Date.parse(linkedAt),
      untilMs: earlier === undefined ? (unlinkedAt === null ? null : Date.parse(unlinkedAt)) : earlier.untilMs,
    });
  }
  return [...trackers.values()];
}

/** The part of the range of dates in which the tracker's signals count; null: none. */
export function spanOf(
  tracker: HeardTracker,
  dates: DateWords,
  nowMs: number,
): { fromMs: number; toMs: number } | null {
  const { startTimeUtc, endTimeUtc } = timesOf(dates, nowMs);
  const fromMs = Math.max(Date.parse(startTimeUtc ?? ""), tracker.sinceMs ?? 0);
  const toMs = Math.min(endTimeUtc === undefined ? nowMs : Date.parse(endTimeUtc), tracker.untilMs ?? Infinity);
  return toMs > fromMs ? { fromMs, toMs } : null;
}
