import { clockOf, MIN_PLAUSIBLE_MS } from "../ages.ts";
import type { GatewayClock } from "../message.ts";

/**
 * The longest upload period of a KGateway, and a minute for the upload. If no advert was heard for longer within one
 * message, the clock may have been set meanwhile, ms.
 */
const MAX_GAP_MS = 7_260_000;

/**
 * KKM's `YYYY-MM-DD hh:mm:ss`, which has no zone, as ms of an arbitrary but fixed zone; NaN if it is absent or
 * malformed. Only differences mean anything.
 */
export function zonelessMs(value: unknown): number {
  if (typeof value !== "string" || value.length !== 19) return NaN;
  if (value.charCodeAt(4) !== 45 || value.charCodeAt(7) !== 45) return NaN;
  if (value.charCodeAt(13) !== 58 || value.charCodeAt(16) !== 58) return NaN;
  const year = pair(value, 0) * 100 + pair(value, 2);
  return Date.UTC(year, pair(value, 5) - 1, pair(value, 8), pair(value, 11), pair(value, 14), pair(value, 17));
}

/** The clock behind the times of one message (NaN: none). */
export function zonelessClock(times: readonly number[]): { clock?: GatewayClock } {
  const { clock } = clockOf(times, { zoneless: true });
  if (!clock) return {};
  return { clock: clock.ms < MIN_PLAUSIBLE_MS ? { ...clock, unset: true } : clock };
}

/**
 * Turns the times of one message's adverts (NaN: none) into their ages in ms against the newest, even hours for a
 * backlog. If there is a gap in them that no upload period explains, the clock may have been set in between: then the
 * times before the gap only say that those adverts are older than all others.
 */
export function agesMs(times: readonly number[]): number[] {
  let newest = -Infinity;
  let oldest = Infinity;
  for (const time of times) {
    if (time > newest) newest = time;
    if (time < oldest) oldest = time;
  }
  const first = newest - oldest > MAX_GAP_MS ? firstAfterGap(times) : oldest;
  return times.map((time) => (Number.isNaN(time) ? 0 : newest - Math.max(first, time)));
}

/** The earliest time after the last long gap. */
function firstAfterGap(times: readonly number[]): number {
  let first = Infinity;
  for (const time of times.filter((one) => !Number.isNaN(one)).sort((a, b) => b - a)) {
    if (first - time > MAX_GAP_MS && first < Infinity) return first;
    first = time;
  }
  return first;
}

function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
