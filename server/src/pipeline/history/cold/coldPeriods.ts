const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** History younger than this is never cold: a month is frozen a month after its end at the earliest, and has 28 days at least. */
export const warmMs = 28 * dayMs;

/** The start of the month (UTC) this many months after that of a moment. */
export function monthStart(ms: number, months = 0): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months);
}

/** The moment before which history may be frozen: the start of the oldest month that ended less than `months` months ago. */
export const coldLimitMs = (nowMs: number, months: number): number => monthStart(nowMs, -months);

/** A file has about this many rows at most: what a report holds in memory at a time. */
export const fileRows = 50_000;

/**
 * How long the next file of a site is: whole hours, within a month, before `limitMs`. Files grow and shrink towards
 * `fileRows` rows.
 * @param fromMs where it begins
 * @param lengthMs how long the last one was, or was tried
 */
export function periodEnd(fromMs: number, lengthMs: number, limitMs: number): number {
  const endMs = Math.floor((fromMs + Math.max(lengthMs, hourMs)) / hourMs) * hourMs;
  return Math.min(endMs, monthStart(fromMs, 1), limitMs);
}

export const firstLengthMs = dayMs;

/** Whether a period with so many rows is to be split; an hour is not. */
export const isTooLong = (rows: number, fromMs: number, endMs: number): boolean =>
  rows > fileRows && endMs - fromMs > hourMs;

/** The length to try after a period of this length had so many rows. */
export function nextLength(lengthMs: number, rows: number): number {
  if (rows > fileRows) return lengthMs / 2;
  return rows < fileRows / 3 ? Math.min(lengthMs * 2, 31 * dayMs) : lengthMs;
}
