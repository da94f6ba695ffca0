import { WINDOW } from "./windowConstants.ts";

/** What a tag's accelerometer has said lately, second by second. */
export interface MotionFlag {
  /** When the newest second began. */
  atMs: number;
  /** One bit for each second that had a sample, the newest lowest: 1 where one of its samples moved. */
  history: number;
  seconds: number;
  /** When the newest sample that moved was taken; -Infinity: none is remembered. */
  movedMs: number;
}

/** Remembers one sample. Within a second a moving sample wins, so that the order does not matter. */
export function recordFlag(flag: MotionFlag | null, atMs: number, moving: boolean): MotionFlag {
  const bit = moving ? 1 : 0;
  const isForgotten = flag === null || atMs - flag.atMs > WINDOW.flagForgetMs;
  if (isForgotten) return { atMs, history: bit, seconds: 1, movedMs: moving ? atMs : -Infinity };
  if (atMs >= flag.atMs + WINDOW.oneSecondMs) {
    const seconds = Math.min(WINDOW.stillSamples, flag.seconds + 1);
    const history = ((flag.history << 1) | bit) & ((1 << WINDOW.stillSamples) - 1);
    return { atMs, history, seconds, movedMs: moving ? atMs : flag.movedMs };
  }
  if (moving && atMs > flag.atMs - WINDOW.oneSecondMs) {
    flag.history |= 1;
    flag.movedMs = flag.atMs;
  }
  return flag;
}

/**
 * The verdict of the samples. Motion: two of the last four moved, or the newest did and the gateways' levels differ.
 * Rest: four quiet ones, or, while the gateways are calm, two or one long after the last that moved. Null: not enough
 * to tell.
 * @param calm whether the gateways' levels are calm; null: not known
 * @param differ whether the gateways' levels differ by more than those of a still tag do on average
 */
export function flaggedMotion(
  { atMs, history, seconds, movedMs }: MotionFlag,
  isCalm: boolean | null,
  differ: boolean,
): boolean | null {
  const lately = history & ((1 << WINDOW.stillSamples) - 1);
  const newestMoved = (history & 1) === 1;
  if (lately === 0 && seconds >= WINDOW.stillSamples) return false;
  if (isCalm && !newestMoved && (isQuiet(history) || atMs - movedMs >= WINDOW.quietMs)) return false;
  const twice = (lately & (lately - 1)) !== 0;
  return twice || (newestMoved && differ) ? true : null;
}

function isQuiet(history: number): boolean {
  return (history & ((1 << WINDOW.agreedSamples) - 1)) === 0;
}
