/** How far back each named span reaches from now, ms. */
export const spans = { hour: 3_600_000, day: 24 * 3_600_000, week: 7 * 24 * 3_600_000, month: 30 * 24 * 3_600_000 };
export type Span = keyof typeof spans;

/**
 * A range of dates as in the address: a span up to now, or from and to. Those are whole days (`2026-11-20`) or whole minutes
 * (`2026-11-20T14:05`) of the viewer's zone. A missing end is open.
 */
export interface DateWords {
  span?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A range of dates as requested from the server; an undefined end is open. */
export interface RequestTimes {
  startTimeUtc: string | undefined;
  endTimeUtc: string | undefined;
}

export function isSpan(text: string | undefined): text is Span {
  return text !== undefined && text in spans;
}

/** The times of the words. A span begins at a full minute, so that two renders give the same request. */
export function timesOf({ span, from, to }: DateWords, nowMs: number): RequestTimes {
  if (isSpan(span)) {
    const startMs = Math.floor((nowMs - spans[span]) / 60_000) * 60_000;
    return { startTimeUtc: new Date(startMs).toISOString(), endTimeUtc: undefined };
  }
  return { startTimeUtc: momentOf(from, "start"), endTimeUtc: momentOf(to, "end") };
}

/** Whether the start is after the end. */
export function isTurned({ from, to }: DateWords): boolean {
  const start = momentOf(from, "start");
  const end = momentOf(to, "end");
  return start !== undefined && end !== undefined && end < start;
}

/** Whether the words have a start, so that a history can be requested. */
export function hasStart(words: DateWords): boolean {
  return isSpan(words.span) || momentOf(words.from, "start") !== undefined;
}

const parts = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2})?$/;

/** The first or last moment of a day or minute; undefined if the words are not a date. */
function momentOf(words: string | undefined, which: "start" | "end"): string | undefined {
  const [, day, minute] = parts.exec(words ?? "") ?? [];
  if (day === undefined) return undefined;
  const clock = which === "start" ? `${minute ?? "T00:00"}:00.000` : `${minute ?? "T23:59"}:59.999`;
  const at = new Date(day + clock);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
