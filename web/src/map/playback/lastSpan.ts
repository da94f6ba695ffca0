import type { LiveAsset } from "../../live/liveStore.ts";
import type { PlaybackSpan } from "./playbackAddress.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * The last hour of an asset, up to its last position if that is older than an hour, or the last day of the whole site.
 * The moment is left open.
 */
export function lastSpan(nowMs: number, asset: Pick<LiveAsset, "guid" | "lastUpdatedMs"> | null): PlaybackSpan {
  const lastMs = asset?.lastUpdatedMs ?? nowMs;
  // A full minute after the last position, so that the span contains it.
  const endMs = lastMs < nowMs - hourMs ? lastMs + minuteMs : nowMs;
  const toMs = Math.floor(endMs / minuteMs) * minuteMs;
  const fromMs = toMs - (asset === null ? 24 : 1) * hourMs;
  return { fromMs, toMs, timeMs: null, of: asset === null ? [] : [asset.guid] };
}
