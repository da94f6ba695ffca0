import type { GatewayClock } from "./message.ts";

/** Adverts of one message that lie further apart came of a clock that was set in between, ms. */
const MAX_SPREAD_MS = 7_200_000;

/**
 * Times of one message's adverts (ms, NaN: none) as ages against the newest, or against what the clock showed when the
 * message was made where that is told and later; nonsense: all are new.
 */
export function agesOf(times: readonly number[], shownMs = NaN): number[] {
  const known = times.filter((time) => Number.isFinite(time));
  const newest = known.reduce((latest, time) => Math.max(latest, time), -Infinity);
  const oldest = known.reduce((first, time) => Math.min(first, time), Infinity);
  const isBelievable = known.length > 0 && newest - oldest <= MAX_SPREAD_MS;
  const nowMs = shownMs > newest && shownMs - oldest <= MAX_SPREAD_MS ? shownMs : newest;
  return times.map((time) => (isBelievable && Number.isFinite(time) ? nowMs - time : 0));
}

/** The clock of a gateway by the newest of these times (ms, NaN: none). */
export function clockOf(
  times: readonly number[],
  zone: { zoneless: boolean } = { zoneless: false },
): { clock?: GatewayClock } {
  let ms = -Infinity;
  for (const time of times) if (time > ms) ms = time;
  return Number.isFinite(ms) ? { clock: { ms, ...zone } } : {};
}
