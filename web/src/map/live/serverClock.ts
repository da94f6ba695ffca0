import { openPaths } from "../../api/openAnswers.ts";

/** A smaller difference between the clocks is ignored, ms: the header has whole seconds, and a request takes time. */
const minMs = 15_000;
const longestMs = 5_000;

/**
 * How far this browser's clock is behind the server's, ms: 0 if they agree well enough. Null: no usable answer in time.
 * `now` is the browser's clock.
 */
export async function clockOffsetMs(now: () => number): Promise<number | null> {
  try {
    const askedMs = now();
    const answer = await fetch(openPaths.status, { cache: "no-store", signal: AbortSignal.timeout(longestMs) });
    const tookMs = now() - askedMs;
    const dateMs = Date.parse(answer.headers.get("date") ?? "");
    // If the clock was set meanwhile, the result is useless too.
    if (Number.isNaN(dateMs) || tookMs < 0 || tookMs > longestMs) return null;
    const offsetMs = Math.round(dateMs + 500 - askedMs - tookMs / 2);
    return Math.abs(offsetMs) < minMs ? 0 : offsetMs;
  } catch {
    return null;
  }
}
