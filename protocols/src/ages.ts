import type { GatewayClock } from "./message.ts";

/** A clock that shows an earlier time was never set and counts from 1970 or 2000. In ms since 1970. */
export const MIN_PLAUSIBLE_MS = Date.UTC(2015, 0, 1);

/** If an advert's time is this much later than its message's, the clock was set in between, ms. */
const NONSENSE_MS = 24 * 3_600_000;

const isPlausible = (ms: number): boolean => ms >= MIN_PLAUSIBLE_MS;

/**
 * Turns the times of one message's adverts (ms since 1970 in a known zone, NaN: none) into ages in ms against the
 * newest, or against the time the message was made if that is given and later. Ages are not bounded: a backlog is as old
 * as it says, and the caller refuses adverts that are too old. If the clock was set in between, times from before that
 * mean nothing, and neither do times in the future: such adverts count as new.
 */
export function agesOf(times: readonly number[], shownMs = NaN): number[] {
  const isSet = times.some(isPlausible);
  const endMs = isPlausible(shownMs) ? shownMs + NONSENSE_MS : Infinity;
  // NaN is neither plausible nor below the end.
  const isUsable = (time: number): boolean => isPlausible(time) === isSet && time < endMs;
  const newest = times.reduce((latest, time) => (isUsable(time) && time > latest ? time : latest), -Infinity);
  const nowMs = shownMs > newest && isPlausible(shownMs) === isSet ? shownMs : newest;
  return times.map((time) => (isUsable(time) ? nowMs - time : 0));
}

/** A gateway's clock, from the newest of these times (ms, NaN: none). */
export function clockOf(
  times: readonly number[],
  zone: { zoneless: boolean } = { zoneless: false },
): { clock?: GatewayClock } {
  let ms = -Infinity;
  for (const time of times) if (time > ms) ms = time;
  return Number.isFinite(ms) ? { clock: { ms, ...zone } } : {};
}
