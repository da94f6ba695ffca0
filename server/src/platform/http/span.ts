import { AppError } from "@pulse/contract/errors";

const dayMs = 24 * 3600_000;

/** A span as a query asks for it. */
export interface SpanQuery {
  startTimeUtc?: string | undefined;
  endTimeUtc?: string | undefined;
}

/** The requested span of a history or the log, by default the last 24 hours. An end before the start is a 400. */
export function spanOf(query: SpanQuery, nowMs: number): { start: Date; end: Date } {
  const end = query.endTimeUtc === undefined ? new Date(nowMs) : new Date(query.endTimeUtc);
  const start = query.startTimeUtc === undefined ? new Date(end.getTime() - dayMs) : new Date(query.startTimeUtc);
  if (end < start)
    throw new AppError("start_after_end", {
      details: [
        { path: "end_time_utc", code: "start_after_end", message: "Start date must not be greater than end date" },
      ],
    });
  return { start, end };
}
