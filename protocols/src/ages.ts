import type { GatewayClock } from "./message.ts";

/** A clock that shows an earlier time was never set, ms since 1970: it counts from 1970 or 2000. */
export const FIRST_BELIEVABLE_MS = Date.UTC(2015, 0, 1);

/** What was heard this much later than its message was made came of a clock that was set in between, ms. */
const NONSENSE_MS = 24 * 3_600_000;

const isBelievable = (ms: number): boolean => ms >= FIRST_BELIEVABLE_MS;

/**
 * Times of one message's adverts (ms since 1970 in a zone that is told, NaN: none) as ages in ms against the newest, or
 * against what the clock showed when the message was made where that is told and later. Ages are not bounded: a backlog
 * is as old as it says, and whoever takes it refuses what is too old. Beside times of a clock that was set, those of
 * before it was set say nothing, and neither do those of the future: such adverts are new.
 */
export function agesOf(times: readonly number[], shownMs = NaN): number[] {
  const isSet = times.some(isBelievable);
  const endMs = isBelievable(shownMs) ? shownMs + NONSENSE_MS : Infinity;
  // NaN is neither believable nor below the end.
  const says = (time: number): boolean => isBelievable(time) === isSet && time < endMs;
  const newest = times.reduce((latest, time) => (says(time) && time > latest ? time : latest), -Infinity);
  const nowMs = shownMs > newest && isBelievable(shownMs) === isSet ? shownMs : newest;
  return times.map((time) => (says(time) ? nowMs - time : 0));
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
