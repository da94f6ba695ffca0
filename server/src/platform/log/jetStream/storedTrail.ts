import { positionOf } from "./positions.ts";

/** One sequence number a second is remembered, for as long as the stream may hold messages. */
const everyMs = 1_000;
/** The clocks of this process and of the server differ by less: the start refuses a server whose clock is further off. */
export const maxClockDifferenceMs = 1_000;

/** Remembers when messages were stored, so that a moment leads to a position without asking the server. */
export function storedTrail() {
  const trail: { sequence: number; atMs: number }[] = [];
  return {
    /** A message has been stored, at this moment by our own clock or the server's. */
    add: (sequence: number, atMs: number): void => {
      const last = trail.at(-1);
      if (last === undefined || (sequence > last.sequence && atMs >= last.atMs + everyMs))
        trail.push({ sequence, atMs });
    },
    /** Messages before this one have been deleted. */
    forget: (before: number): void => {
      const remaining = trail.findIndex(({ sequence }) => sequence >= before);
      trail.splice(0, remaining === -1 ? trail.length : remaining);
    },
    /** Everything that was stored at `atMs` or later is at this position or after it; null: not known. */
    positionAt: (atMs: number): number | null => {
      const before = trail.findLast((stored) => stored.atMs < atMs - 2 * maxClockDifferenceMs);
      return before === undefined ? null : positionOf(before.sequence);
    },
  };
}
