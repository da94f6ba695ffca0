import type { PlaybackSpan } from "./playbackAddress.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The last hour of an asset, or the last day of the whole site, with the moment at its end. */
export function lastSpan(nowMs: number, guid: string | null): PlaybackSpan {
  const toMs = Math.floor(nowMs / minuteMs) * minuteMs;
  const fromMs = toMs - (guid === null ? 24 : 1) * hourMs;
  return { fromMs, toMs, timeMs: toMs, of: guid === null ? [] : [guid] };
}
