/** What a tag's accelerometer has said lately, second by second. */
export interface MotionFlag {
  /** When the newest second began. */
  atMs: number;
  /** One bit for each second that had a sample, the newest lowest: 1 where one of its samples moved. */
  history: number;
  seconds: number;
}

/** Samples nearer in time than this are one: several gateways hear the same packet, not at quite the same time, ms. */
const TOGETHER_MS = 900;
const REMEMBERED = 8;
/** A walking tag has still moments, so stillness takes this many samples, fewer where the gateways agree. */
const STILL_SAMPLES = 4;
const AGREED_SAMPLES = 2;
/** After a silence this long, earlier samples are forgotten, ms. */
const FORGET_MS = 12_000;

/** Remembers one sample. Within a second a moving sample wins, so that the order does not matter. */
export function noteFlag(flag: MotionFlag | null, atMs: number, moving: boolean): MotionFlag {
  const bit = moving ? 1 : 0;
  if (flag === null || atMs - flag.atMs > FORGET_MS) return { atMs, history: bit, seconds: 1 };
  if (atMs >= flag.atMs + TOGETHER_MS) {
    const seconds = Math.min(REMEMBERED, flag.seconds + 1);
    return { atMs, history: ((flag.history << 1) | bit) & ((1 << REMEMBERED) - 1), seconds };
  }
  if (atMs > flag.atMs - TOGETHER_MS) flag.history |= bit;
  return flag;
}

/**
 * The verdict of the samples. Motion: two of the last four moved, or the newest did and the gateways are not calm.
 * Rest: four quiet ones, or two and the gateways are calm. Null: not enough to tell.
 * @param calm whether the gateways' levels are calm; null: not known
 */
export function flaggedMotion({ history, seconds }: MotionFlag, calm: boolean | null): boolean | null {
  const lately = history & ((1 << STILL_SAMPLES) - 1);
  if (lately === 0) {
    // The first sample after a silence is enough together with calm gateways.
    if (seconds >= STILL_SAMPLES || ((seconds === 1 || seconds >= AGREED_SAMPLES) && calm === true)) return false;
    return null;
  }
  const twice = (lately & (lately - 1)) !== 0;
  if (twice || (lately & 1 && calm === false)) return true;
  const quiet = (history & ((1 << AGREED_SAMPLES) - 1)) === 0;
  return quiet && calm === true ? false : null;
}
