import type { UsualLevel } from "../model/gatewayLearning.ts";
import { LEARN } from "./learnConstants.ts";

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
    if (level.tags > 0) close(level, Math.min(LEARN.levelMs, nowMs - level.notedMs), knownMs, hasDropped);
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
  level.recent += (value - level.recent) * (heldMs / Math.min(LEARN.recentMs, watchedMs));
  level.isOff = watchedMs > knownMs && hasDropped(level);
  // What has just gone wrong must not become usual.
  if (!level.isOff) level.usual += (value - level.usual) * (heldMs / (watchedMs < knownMs ? watchedMs : LEARN.usualMs));
}
