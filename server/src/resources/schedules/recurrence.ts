import { offsetMs } from "../../platform/runtime/timeZone.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * When something recurs: at a time of day in a zone, every day, on a weekday (1 is Monday), or on a day of the month.
 */
export interface Rhythm {
  every: "day" | "week" | "month";
  /** HH:MM */
  at: string;
  weekday: number | null;
  day: number | null;
  zone: string;
}

/** A run, and the whole days that it covers: from the midnight of the previous run up to that of its own day. */
export interface Run {
  at: Date;
  from: Date;
  to: Date;
}

/** The first run after a moment. */
export function runAfter(recurrence: Rhythm, afterMs: number): Run {
  const localMs = afterMs + offsetMs(recurrence.zone, afterMs);
  // The day before, since a clock change may put off a run past midnight.
  for (let day = Math.floor(localMs / dayMs) - 1; ; day++) {
    if (!comesOn(recurrence, day)) continue;
    const atMs = instantOf(recurrence.zone, day * dayMs + minutesOf(recurrence.at) * minuteMs);
    if (atMs > afterMs) return runOn(recurrence, day, atMs);
  }
}

/**
 * The newest run that was due by then, of those from `dueMs` on, so that runs missed in a pause are made up for once.
 */
export function newestRun(recurrence: Rhythm, dueMs: number, nowMs: number): Run {
  let run = runAfter(recurrence, dueMs - 1);
  for (;;) {
    const next = runAfter(recurrence, run.at.getTime());
    if (next.at.getTime() > nowMs) return run;
    run = next;
  }
}

function runOn(recurrence: Rhythm, day: number, atMs: number): Run {
  let before = day - 1;
  while (!comesOn(recurrence, before)) before -= 1;
  const midnight = (of: number): Date => new Date(instantOf(recurrence.zone, of * dayMs));
  return { at: new Date(atMs), from: midnight(before), to: midnight(day) };
}

/** @param day since 1 January 1970, by the calendar of the zone */
function comesOn({ every, weekday, day: wanted }: Rhythm, day: number): boolean {
  if (every === "day") return true;
  const date = new Date(day * dayMs);
  // 0 is Sunday for the calendar, and 7 for people.
  if (every === "week") return (date.getUTCDay() || 7) === (weekday ?? 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(wanted ?? 1, last);
}

function minutesOf(at: string): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * The instant at which clocks of a zone show a time. In an hour that occurs twice, the first time counts; in an hour
 * that is skipped, the time is later by as much as the clocks jump.
 * @param localMs the time shown, as if it were UTC
 */
function instantOf(zone: string, localMs: number): number {
  const [before, after] = [offsetMs(zone, localMs - dayMs), offsetMs(zone, localMs + dayMs)];
  const shown = [localMs - before, localMs - after].filter((ms) => ms + offsetMs(zone, ms) === localMs);
  return shown.length > 0 ? Math.min(...shown) : localMs - before;
}
