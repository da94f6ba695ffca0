import type { GatewayClock } from "./message.ts";

/** How long a gateway's clock is remembered, ms during which it speaks, and what a pause counts for at most. */
const REMEMBERED_MS = 120_000;
const PAUSE_MS = 30_000;
/** Messages of one upload need not be in order, ms. A clock that goes back by more has been set. */
const DISORDER_MS = 5_000;
/** Many clocks show whole seconds alone: what waits for less cannot be told from what comes at once, ms. */
const PROMPT_MS = 1_500;
/** A clock that shows the same for longer stands, ms. */
const STANDS_MS = 2_500;

/** How long one gateway's messages wait before they arrive. */
export interface UploadDelay {
  /**
   * Takes the next message of the gateway and tells how much longer it has waited than the one that lately waited least,
   * ms. So a backlog that comes in many messages is as old as its gateway's clock says, in whatever zone that is and
   * whether or not anybody has set it.
   */
  of(clock: GatewayClock | undefined, arrivedMs: number): number;
}

export function uploadDelay(): UploadDelay {
  // The gateway's clock less ours in the message that waited least: in this stretch of time, and in that before.
  let aheadMs = -Infinity;
  let beforeMs = -Infinity;
  let spokenMs = 0;
  let shownMs = -Infinity;
  let arrivalMs = -Infinity;
  let movedMs = -Infinity;

  const isBroken = (ms: number, arrivedMs: number): boolean =>
    ms < shownMs - DISORDER_MS || (ms === shownMs && arrivedMs - movedMs > STANDS_MS) || arrivedMs < arrivalMs;

  return {
    of: (clock, arrivedMs) => {
      if (!clock) return 0;
      const { ms } = clock;
      if (isBroken(ms, arrivedMs)) aheadMs = beforeMs = -Infinity;
      spokenMs += Math.min(PAUSE_MS, Math.max(0, arrivedMs - arrivalMs));
      if (spokenMs > REMEMBERED_MS) {
        beforeMs = aheadMs;
        aheadMs = -Infinity;
        spokenMs = 0;
      }
      if (ms !== shownMs) movedMs = arrivedMs;
      shownMs = ms;
      arrivalMs = arrivedMs;
      aheadMs = Math.max(aheadMs, ms - arrivedMs);
      const waitedMs = Math.max(aheadMs, beforeMs) - (ms - arrivedMs);
      return waitedMs < PROMPT_MS ? 0 : waitedMs;
    },
  };
}
