import type { Fix } from "../fix/fix.ts";
import { type Measured, type Smoothed, smoothPlaces } from "./rauchTungStriebel.ts";

/** Neighbouring fixes share packets and shadowing: the variance of each is multiplied by this. */
const SHARED = 4;
/** Acceleration of a still tag, m²/s³ per axis. */
const STILL_Q = 1e-5;
/** The same for one that walks on at this pace; faster ones turn and brake harder. */
const WALKING_Q = 0.03;
const WALKING_MPS = 1;
/** Degrees of freedom of the acceleration (Student's t): the fewer, the rarer and more sudden are the turns. */
const FREEDOM = 0.3;
/**
 * How much fixes that state their errors correctly scatter around the smoothed track, in shares of their variance:
 * tetam and made-up halls give 0.3–0.6. Fixes that scatter less are better than stated, but never beyond `MIN_SHARE`.
 */
const USUAL_SCATTER = 0.35;
const MIN_SHARE = 0.05;
/** Packets of live fixes are about this old, ms. Windows that reach farther back hide each other's scatter. */
const USUAL_AGE_MS = 1500;
/** Median of a square distance in a plane, in variances along an axis. */
const MEDIAN_SQUARE = 2 * Math.LN2;
/** Fewer moving fixes say nothing about all this: they get one acceleration. */
const ENOUGH = 15;
const ONE_Q = 0.05;
/** No fix is taken to be better than this, m². */
const MIN_M2 = 1e-4;
const ROUNDS = 10;

/**
 * Fits a track to its measured places: how far its fixes can be trusted, how fast it goes, and where it turned or
 * stopped, each from what the others leave (expectation–maximisation with a heavy-tailed acceleration).
 */
export function fitTrack(run: readonly Fix[], inMotion: readonly boolean[], isFitted = true): Smoothed[] {
  const isEnough = isFitted && inMotion.filter(Boolean).length >= ENOUGH;
  let lastMs = -Infinity;
  const measured = run.map((fix, i): Measured => {
    const { raw } = fix;
    lastMs = Math.max(lastMs, raw.atMs);
    const q = inMotion[i]! ? (isEnough ? WALKING_Q : ONE_Q) : STILL_Q;
    return { atMs: lastMs, x: raw.x, y: raw.y, varianceM2: SHARED * varianceOf(fix), q };
  });
  let places = smoothPlaces(measured);
  if (!isEnough) return places;
  for (let round = 0; round < ROUNDS; round++) {
    const share = shareOf(run, places, inMotion);
    const q = WALKING_Q * Math.max(1, usualSquareSpeed(places, inMotion) / WALKING_MPS ** 2);
    for (const [i, one] of measured.entries()) {
      one.varianceM2 = share * SHARED * varianceOf(run[i]!);
      const dt = (one.atMs - (measured[i - 1]?.atMs ?? one.atMs)) / 1000;
      if (inMotion[i]! && dt > 0) one.q = (FREEDOM * q + places[i]!.turned / dt) / (FREEDOM + 2);
    }
    places = smoothPlaces(measured);
  }
  return places;
}

/** The real variance of the moving fixes as a share of the stated one. */
function shareOf(run: readonly Fix[], places: readonly Smoothed[], inMotion: readonly boolean[]): number {
  const squares: number[] = [];
  for (const [i, fix] of run.entries()) {
    if (!inMotion[i]!) continue;
    const { atMs, raw } = fix;
    const { x, y } = places[i]!;
    const hidden = Math.max(1, (atMs - raw.atMs) / USUAL_AGE_MS) ** 2;
    squares.push((hidden * ((raw.x - x) ** 2 + (raw.y - y) ** 2)) / (varianceOf(fix) * MEDIAN_SQUARE));
  }
  return Math.min(1, Math.max(MIN_SHARE, quantile(squares, 0.5) / USUAL_SCATTER));
}

function varianceOf({ raw }: Fix): number {
  return Math.max(MIN_M2, raw.varianceM2);
}

/** Square of its speed when it is not slow, m²/s². */
function usualSquareSpeed(places: readonly Smoothed[], inMotion: readonly boolean[]): number {
  const squares = places.filter((_, i) => inMotion[i]!).map(({ vx, vy }) => vx * vx + vy * vy);
  return quantile(squares, 0.75);
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)]!;
}
