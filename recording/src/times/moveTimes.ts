import type { Json } from "../format.ts";
import type { Moment } from "./moment.ts";

/** A time that was younger than this when it was recorded says how fresh something is, ms. */
const freshMs = 120_000;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a value is a time as the API writes it. */
export function isTime(value: unknown): value is string {
  return typeof value === "string" && timePattern.test(value);
}

export const timeText = (ms: number): string => new Date(ms).toISOString();

/**
 * An answer with its times moved to now. Times move with the loop, so that they stay in their order; those that were fresh, or
 * still to come, when the answer was recorded keep their distance from now: what was heard a second ago is not silent.
 * @param atMs when the answer was recorded
 */
export function moveTimes(value: Json, atMs: number, moment: Moment): Json {
  const move = (time: string): string => {
    const ms = Date.parse(time);
    return timeText(ms > atMs - freshMs ? moment.nowMs - (atMs - ms) : ms + moment.shiftMs);
  };
  const walk = (part: Json): Json => {
    if (isTime(part)) return move(part);
    if (Array.isArray(part)) return part.map(walk);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value);
}
