import type { UsualLevel } from "../model/usualLevel.ts";

const RECENT_MS = 3 * 60_000;
const USUAL_MS = 60 * 60_000;
/** One fix counts for no longer than this, ms. */
const HOLDS_MS = 10_000;

/**
 * Notes what a fix says about a gateway; tags located at one moment are one observation together.
 * @param knownMs it takes this long to know what is usual
 * @param hasDropped whether the recent level is too far below the usual one
 */
export function updateLevel<Level extends UsualLevel>(
  level: Level,
  value: number,
  nowMs: number,
  knownMs: number,
  hasDropped: (level: Level) => boolean,
): void {
  if (nowMs !== level.notedMs) {
    if (level.tags > 0) close(level, Math.min(HOLDS_MS, nowMs - level.notedMs), knownMs, hasDropped);
    level.notedMs = nowMs;
    level.sum = level.tags = 0;
  }
  level.sum += value;
  level.tags++;
}

function close<Level extends UsualLevel>(
  level: Level,
  heldMs: number,
  knownMs: number,
  hasDropped: (level: Level) => boolean,
): void {
  if (!(heldMs > 0)) return;
  const value = level.sum / level.tags;
  level.watchedMs += heldMs;
  const { watchedMs } = level;
  level.recent += (value - level.recent) * (heldMs / Math.min(RECENT_MS, watchedMs));
  level.isOff = watchedMs > knownMs && hasDropped(level);
  // What has just gone wrong must not become usual.
  if (!level.isOff) level.usual += (value - level.usual) * (heldMs / (watchedMs < knownMs ? watchedMs : USUAL_MS));
}
