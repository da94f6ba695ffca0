import { type DateWords, timesOf } from "../dates/span.ts";

const everyMs = 30_000;

/** Query options of a history: one up to now is fetched whenever it is opened, and again while it is open. */
export function renewing(dates: DateWords, nowMs = Date.now()): { staleTime?: number; refetchInterval?: number } {
  const { endTimeUtc } = timesOf(dates, nowMs);
  const isOver = endTimeUtc !== undefined && Date.parse(endTimeUtc) < nowMs;
  return isOver ? {} : { staleTime: 0, refetchInterval: everyMs };
}
