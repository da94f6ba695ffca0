import { clockOf, FIRST_BELIEVABLE_MS } from "../ages.ts";
import type { GatewayClock } from "../message.ts";

/** The longest upload period of a KGateway: adverts of one message cannot be further apart. */
const MAX_SPREAD_MS = 7_200_000;

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
  return { clock: clock.ms < FIRST_BELIEVABLE_MS ? { ...clock, unset: true } : clock };
}

/**
 * Turns the times of one message's adverts (NaN: none) into their ages in ms against the newest. If they are further
 * apart than any upload period, the clock was set in between and none of them means anything: all ages are 0.
 */
export function agesMs(times: readonly number[]): number[] {
  let newest = -Infinity;
  let oldest = Infinity;
  for (const time of times) {
    if (time > newest) newest = time;
    if (time < oldest) oldest = time;
  }
  if (!(newest - oldest <= MAX_SPREAD_MS)) return times.map(() => 0);
  return times.map((time) => (Number.isNaN(time) ? 0 : newest - time));
}

function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
