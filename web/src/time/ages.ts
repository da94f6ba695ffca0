import { limits } from "@pulse/contract/limits";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** An age in the units people use: which text, with which numbers. */
export type Age =
  | { unit: "now" }
  | { unit: "seconds"; seconds: number }
  | { unit: "minutes"; minutes: number }
  | { unit: "hours"; hours: number; minutes: number }
  | { unit: "days"; days: number }
  | { unit: "date"; text: string };

/**
 * How long ago `atMs` was, by decisions C41: seconds, minutes, hours with minutes, days up to 7, then the date itself.
 * A moment ahead of our clock counts as now, since clocks differ.
 */
export function ageOf(atMs: number, nowMs: number): Age {
  const ms = nowMs - atMs;
  if (ms < second) return { unit: "now" };
  if (ms < minute) return { unit: "seconds", seconds: Math.floor(ms / second) };
  if (ms < hour) return { unit: "minutes", minutes: Math.floor(ms / minute) };
  if (ms < day) return { unit: "hours", hours: Math.floor(ms / hour), minutes: Math.floor((ms % hour) / minute) };
  if (ms < limits.relativeTimeDay * day) return { unit: "days", days: Math.floor(ms / day) };
  return { unit: "date", text: dateTime(atMs) };
}

/** `YYYY-MM-DD HH:mm:ss` in the viewer's zone. */
export function dateTime(atMs: number): string {
  const at = new Date(atMs);
  const [year, month, date] = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return `${year}-${two(month)}-${two(date)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** `YYYY/MM/DD | hh:mm A` in the viewer's zone: history and notifications. */
export function historyTime(atMs: number): string {
  const at = new Date(atMs);
  const date = `${at.getFullYear()}/${two(at.getMonth() + 1)}/${two(at.getDate())}`;
  return `${date} | ${two(at.getHours() % 12 || 12)}:${two(at.getMinutes())} ${at.getHours() < 12 ? "AM" : "PM"}`;
}

/** `hh:mm:ss A` in the viewer's zone: the last update on the map. */
export function clockTime(atMs: number): string {
  const at = new Date(atMs);
  const hours = at.getHours();
  return `${two(hours % 12 || 12)}:${two(at.getMinutes())}:${two(at.getSeconds())} ${hours < 12 ? "AM" : "PM"}`;
}

/** Only the time for a moment today, else with the date. */
export function momentText(atMs: number, nowMs: number): string {
  return new Date(atMs).toDateString() === new Date(nowMs).toDateString() ? clockTime(atMs) : dateTime(atMs);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
