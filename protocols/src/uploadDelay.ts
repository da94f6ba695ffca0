import { FIRST_BELIEVABLE_MS } from "./ages.ts";
import type { GatewayClock } from "./message.ts";

/** How long a gateway's clock is remembered, ms during which it speaks, and what a pause counts for at most. */
const REMEMBERED_MS = 120_000;
const PAUSE_MS = 30_000;
/** The same where the clock went back: it is soon known to have been set, as long as it runs on as ours does. */
const SET_BACK_MS = 30_000;
const SET_BACK_PAUSE_MS = 10_000;
/** Messages of one upload need not be in order, ms. A clock that goes back by more has been set, or its message has waited. */
const DISORDER_MS = 5_000;
/** Many clocks show whole seconds alone: what waits for less cannot be told from what comes at once, ms. */
const PROMPT_MS = 1_500;
/** A clock that shows the same for longer stands, ms. */
const STANDS_MS = 2_500;
/** A clock that tells its zone and is off from ours by no more is kept right by somebody, ms. */
const RIGHT_MS = 5_000;
/** So many messages that are as prompt as those before one that was more so tell that its stamp was wrong. */
const DOUBTS = 10;

/** How long one gateway's messages wait before they arrive. */
export interface UploadDelay {
  /**
   * Takes the next message of the gateway and tells how much longer it has waited than the one that lately waited least,
   * ms. So a backlog that comes in many messages is as old as its gateway's clock says, in whatever zone that is and
   * whether or not anybody has set it.
   */
  of(clock: GatewayClock | undefined, arrivedMs: number): number;
}

/** Messages that all have waited, or that come at once from a clock that was set back. */
interface Rival {
  /** The gateway's clock less ours in the one that waited least, ms. */
  leadMs: number;
  /** For how long none has waited less, ms. What is left of a backlog is newer and newer, a clock runs on as ours does. */
  quietMs: number;
  wentBack: boolean;
}

export function uploadDelay(): UploadDelay {
  // The gateway's clock less ours in the message that waited least: in this stretch of time, and in that before.
  let aheadMs = -Infinity;
  let beforeMs = -Infinity;
  let spokenMs = 0;
  let rival: Rival | null = null;
  // The same as it was before the clock seemed to be set back, and whether that was seen to be wrong.
  let asideMs = -Infinity;
  let isShuffled = false;
  // The same without the one message that was more prompt than all others, and what speaks for that.
  let doubtedMs = -Infinity;
  let doubts = 0;
  let shownMs = -Infinity;
  let arrivalMs = -Infinity;
  let movedMs = -Infinity;

  const startAt = (leadMs: number): void => {
    aheadMs = leadMs;
    beforeMs = asideMs = doubtedMs = -Infinity;
    spokenMs = 0;
    rival = null;
  };
  const leastMs = (): number => Math.max(aheadMs, beforeMs);

  /** What is shown has gone back: whether that message has waited, as far as can be told at once. */
  const hasWaited = ({ ms, zoneless }: GatewayClock): boolean =>
    !isLost(ms) && (isShuffled || (!zoneless && Math.abs(leastMs()) <= RIGHT_MS));
  const isLost = (ms: number): boolean => ms < FIRST_BELIEVABLE_MS && shownMs >= FIRST_BELIEVABLE_MS;
  const isBroken = (ms: number, arrivedMs: number): boolean =>
    isLost(ms) || (ms === shownMs && arrivedMs - movedMs > STANDS_MS) || arrivedMs < arrivalMs;

  const takePrompt = (leadMs: number): void => {
    const leastBefore = leastMs();
    doubtedMs = leadMs > leastBefore + PROMPT_MS ? leastBefore : -Infinity;
    doubts = 0;
    rival = null;
    if (spokenMs > REMEMBERED_MS) {
      beforeMs = aheadMs;
      aheadMs = asideMs = -Infinity;
      spokenMs = 0;
    }
    aheadMs = Math.max(aheadMs, leadMs);
  };
  const takeWaiting = (leadMs: number, gapMs: number, wentBack: boolean): void => {
    if (Math.abs(leadMs - doubtedMs) < PROMPT_MS && ++doubts >= DOUBTS) return startAt(Math.max(leadMs, doubtedMs));
    rival ??= { leadMs, quietMs: -Infinity, wentBack };
    rival.wentBack ||= wentBack;
    const [pauseMs, enoughMs] = rival.wentBack ? [SET_BACK_PAUSE_MS, SET_BACK_MS] : [PAUSE_MS, REMEMBERED_MS];
    if (rival.quietMs === -Infinity || leadMs > rival.leadMs + PROMPT_MS) {
      rival.leadMs = leadMs;
      rival.quietMs = 0;
    } else rival.quietMs += Math.min(pauseMs, gapMs);
    if (rival.quietMs < enoughMs) return;
    isShuffled = false;
    startAt(Math.max(leadMs, rival.leadMs));
  };

  return {
    of: (clock, arrivedMs) => {
      if (!clock) return 0;
      const { ms } = clock;
      const leadMs = ms - arrivedMs;
      const gapMs = Math.max(0, arrivedMs - arrivalMs);
      const wentBack = ms < shownMs - DISORDER_MS;
      if (isBroken(ms, arrivedMs)) startAt(leadMs);
      else if (Math.abs(leadMs - asideMs) < PROMPT_MS) {
        // It runs on as before: what went back had waited, and so has what goes back from now on.
        isShuffled = true;
        startAt(Math.max(leadMs, asideMs));
      } else if (wentBack && !hasWaited(clock)) {
        const keptMs = Math.max(asideMs, leastMs());
        startAt(leadMs);
        asideMs = keptMs;
      }
      spokenMs += Math.min(PAUSE_MS, gapMs);
      if (leadMs > leastMs() - PROMPT_MS) takePrompt(leadMs);
      else takeWaiting(leadMs, gapMs, wentBack);
      if (ms !== shownMs) movedMs = arrivedMs;
      shownMs = ms;
      arrivalMs = arrivedMs;
      const waitedMs = leastMs() - leadMs;
      return waitedMs < PROMPT_MS ? 0 : waitedMs;
    },
  };
}
