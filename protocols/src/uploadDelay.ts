import { MIN_PLAUSIBLE_MS } from "./ages.ts";
import type { GatewayClock } from "./message.ts";

/** How long a gateway's clock is remembered, ms of sending; a pause counts for at most PAUSE_MS. */
const REMEMBERED_MS = 120_000;
const PAUSE_MS = 30_000;
/** The same after the clock went back: if it then keeps pace with ours, it is soon known to have been set. */
const SET_BACK_MS = 30_000;
const SET_BACK_PAUSE_MS = 10_000;
/** Messages of one upload need not be in order, ms. If it goes back by more, the clock was set or the message waited. */
const DISORDER_MS = 5_000;
/** Many clocks show only whole seconds, so a shorter wait cannot be told from none, ms. */
const PROMPT_MS = 1_500;
/** A clock that shows the same time for longer has stopped, ms. */
const STANDS_MS = 2_500;
/** A clock that gives its zone and differs from ours by no more than this is being kept right, ms. */
const RIGHT_MS = 5_000;
/** If one message seems more prompt than all others, this many more like the earlier ones show that its time was wrong. */
const DOUBTS = 10;

/** How long one gateway's messages wait before they arrive. */
export interface UploadDelay {
  /**
   * Takes the gateway's next message and returns how much longer it has waited than the recent message that waited
   * least, ms. So a backlog that comes in many messages is as old as its gateway's clock says, whatever the clock's zone
   * and whether or not anybody has set it.
   */
  of(clock: GatewayClock | undefined, arrivedMs: number): number;
}

/** Messages that have all waited, or that come at once from a clock that was set back. */
interface Rival {
  /** The gateway's clock minus ours in the one that waited least, ms. */
  leadMs: number;
  /** For how long none has waited less, ms. A draining backlog waits less and less; a clock keeps pace with ours. */
  quietMs: number;
  wentBack: boolean;
}

export function uploadDelay(): UploadDelay {
  // The gateway's clock minus ours in the message that waited least: in this stretch of time and in the one before.
  let aheadMs = -Infinity;
  let beforeMs = -Infinity;
  let spokenMs = 0;
  let rival: Rival | null = null;
  // The same before the clock seemed to be set back, and whether that turned out to be wrong.
  let asideMs = -Infinity;
  let isShuffled = false;
  // The same without the one message that was more prompt than all others, and how many messages agree with it.
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
  const minMs = (): number => Math.max(aheadMs, beforeMs);

  /** If the time has gone back: whether the message has waited, as far as can be known at once. */
  const hasWaited = ({ ms, zoneless }: GatewayClock): boolean =>
    !isLost(ms) && (isShuffled || (!zoneless && Math.abs(minMs()) <= RIGHT_MS));
  const isLost = (ms: number): boolean => ms < MIN_PLAUSIBLE_MS && shownMs >= MIN_PLAUSIBLE_MS;
  const isBroken = (ms: number, arrivedMs: number): boolean =>
    isLost(ms) || (ms === shownMs && arrivedMs - movedMs > STANDS_MS) || arrivedMs < arrivalMs;

  const takePrompt = (leadMs: number): void => {
    const minBefore = minMs();
    doubtedMs = leadMs > minBefore + PROMPT_MS ? minBefore : -Infinity;
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
        // The clock runs on as before: the messages that went back had waited, and so will later ones that go back.
        isShuffled = true;
        startAt(Math.max(leadMs, asideMs));
      } else if (wentBack && !hasWaited(clock)) {
        const keptMs = Math.max(asideMs, minMs());
        startAt(leadMs);
        asideMs = keptMs;
      }
      spokenMs += Math.min(PAUSE_MS, gapMs);
      if (leadMs > minMs() - PROMPT_MS) takePrompt(leadMs);
      else takeWaiting(leadMs, gapMs, wentBack);
      if (ms !== shownMs) movedMs = arrivedMs;
      shownMs = ms;
      arrivalMs = arrivedMs;
      const waitedMs = minMs() - leadMs;
      return waitedMs < PROMPT_MS ? 0 : waitedMs;
    },
  };
}
