import type { Fix } from "../fix/fix.ts";
import { type Measured, type Smoothed, smoothPlaces } from "./rauchTungStriebel.ts";
import { SMOOTH } from "./smoothConstants.ts";

/** Median of a square distance in a plane, in variances along an axis. */
const medianSquare = 2 * Math.LN2;

/**
 * Fits a track to its measured places: how far its fixes can be trusted, how fast it goes, and where it turned or
 * stopped, each from what the others leave (expectation–maximisation with a heavy-tailed acceleration).
 */
export function fitTrack(run: readonly Fix[], inMotion: readonly boolean[], isFitted = true): Smoothed[] {
  const isEnough = isFitted && inMotion.filter(Boolean).length >= SMOOTH.fitFixes;
  let lastMs = -Infinity;
  const measured = run.map((fix, i): Measured => {
    const { raw } = fix;
    lastMs = Math.max(lastMs, raw.atMs);
    const q = inMotion[i]! ? SMOOTH.walkingQ : SMOOTH.stillQ;
    return { atMs: lastMs, x: raw.x, y: raw.y, varianceM2: SMOOTH.sharedFixes * varianceOf(fix), q };
  });
  let places = smoothPlaces(measured);
  if (!isEnough) return places;
  for (let round = 0; round < SMOOTH.fitRounds; round++) {
    const share = shareOf(run, places, inMotion);
    const q = SMOOTH.walkingQ * Math.max(1, usualSquareSpeed(places, inMotion) / SMOOTH.walkingMps ** 2);
    for (const [i, one] of measured.entries()) {
      one.varianceM2 = share * SMOOTH.sharedFixes * varianceOf(run[i]!);
      const dt = (one.atMs - (measured[i - 1]?.atMs ?? one.atMs)) / 1000;
      if (inMotion[i]! && dt > 0)
        one.q = (SMOOTH.accelerationFreedom * q + places[i]!.turned / dt) / (SMOOTH.accelerationFreedom + 2);
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
    const hidden = Math.max(1, (atMs - raw.atMs) / SMOOTH.usualAgeMs) ** 2;
    squares.push((hidden * ((raw.x - x) ** 2 + (raw.y - y) ** 2)) / (varianceOf(fix) * medianSquare));
  }
  return Math.min(1, Math.max(SMOOTH.minScatterShare, quantile(squares, 0.5) / SMOOTH.usualScatter));
}

function varianceOf({ raw }: Fix): number {
  return Math.max(SMOOTH.minVarianceM2, raw.varianceM2);
}

/** Square of its speed when it is not slow, m²/s². */
function usualSquareSpeed(places: readonly Smoothed[], inMotion: readonly boolean[]): number {
  const squares = places.filter((_, i) => inMotion[i]!).map(({ vx, vy }) => vx * vx + vy * vy);
  return quantile(squares, 0.75);
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)]!;
}
