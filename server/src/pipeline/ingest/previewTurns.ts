import { setImmediate as turn } from "node:timers/promises";

/** Others get their turn after this much work, ms. */
const turnMs = 4;
/** The worker waits no longer than this for its turn, ms, so that it goes on while the preview waits for the log. */
const longestRestMs = 100;
/** A picture that takes longer than this is old when it is shown, whoever goes first, ms. */
const longestPictureMs = 2_000;
/** The preview may have worked this much longer than the worker, ms: history is at most this much later for it. */
const maxAheadMs = 30_000;

/**
 * Whether the preview goes on while the log's worker waits; otherwise they take equal turns. It does while that makes the
 * picture current, and only until it is that far ahead: on a machine that stays too slow the worker has half.
 *
 * @param used.pictureMs how long the last picture took without the worker's turns
 * @param used.aheadMs how much longer the preview has worked than the worker
 */
export function previewGoesFirst({ pictureMs, aheadMs }: { pictureMs: number; aheadMs: number }): boolean {
  return pictureMs < longestPictureMs && aheadMs < maxAheadMs;
}

/** Divides the time of a thread between the preview and the log's worker. */
export interface PreviewTurns {
  /** Called when the preview has something to do, and when it waits for the log. */
  begin(): void;
  end(): void;
  /** Awaited by the preview between pieces of work. Null: go on. */
  yieldTurn(): Promise<void> | null;
  /** Awaited by the log's worker between pieces of work. Null: go on. */
  yieldToPreview(): Promise<void> | null;
  /** Makes a picture: its length decides who goes first. */
  picture(make: () => Promise<void>): Promise<void>;
}

/** @param monotonicMs a clock that nobody sets, ms */
export function previewTurns(monotonicMs: () => number): PreviewTurns {
  let isBusy = false;
  let waiting: { released: PromiseWithResolvers<void>; timer: NodeJS.Timeout } | null = null;
  // When the present turn of each began.
  let previewMs = monotonicMs();
  let workMs = previewMs;
  let usedByWorkMs = 0;
  let pictureMs = 0;
  let aheadMs = 0;

  const charge = (): void => {
    const nowMs = monotonicMs();
    aheadMs += nowMs - previewMs;
    previewMs = nowMs;
  };
  const release = (): void => {
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    waiting.released.resolve();
    waiting = null;
  };
  return {
    begin: () => {
      isBusy = true;
      previewMs = monotonicMs();
    },
    end: () => {
      if (isBusy) charge();
      isBusy = false;
      release();
    },
    yieldTurn: () => {
      if (monotonicMs() - previewMs < turnMs) return null;
      charge();
      if (!previewGoesFirst({ pictureMs, aheadMs })) release();
      return turn().then(() => void (previewMs = monotonicMs()));
    },
    yieldToPreview: () => {
      const nowMs = monotonicMs();
      const usedMs = nowMs - workMs;
      if (usedMs < turnMs) return null;
      workMs = nowMs;
      usedByWorkMs += usedMs;
      aheadMs = Math.max(0, aheadMs - usedMs);
      if (!isBusy) return null;
      waiting ??= { released: Promise.withResolvers(), timer: setTimeout(release, longestRestMs) };
      return waiting.released.promise.then(() => void (workMs = monotonicMs()));
    },
    picture: async (make) => {
      const [fromMs, usedBeforeMs] = [monotonicMs(), usedByWorkMs];
      await make();
      pictureMs = monotonicMs() - fromMs - (usedByWorkMs - usedBeforeMs);
    },
  };
}
