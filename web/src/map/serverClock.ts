import { openPaths } from "../api/openAnswers.ts";

/** What two clocks may differ by before it counts, ms: the header tells seconds, and a question takes its time. */
const leastMs = 15_000;
const longestMs = 5_000;

/**
 * How far this browser's clock is behind the server's, ms: 0 where they agree well enough. Null: nobody said in time.
 * `now` is the browser's clock.
 */
export async function clockOffsetMs(now: () => number): Promise<number | null> {
  try {
    const askedMs = now();
    const answer = await fetch(openPaths.status, { cache: "no-store", signal: AbortSignal.timeout(longestMs) });
    const tookMs = now() - askedMs;
    const dateMs = Date.parse(answer.headers.get("date") ?? "");
    // A clock that was set meanwhile tells nothing either.
    if (Number.isNaN(dateMs) || tookMs < 0 || tookMs > longestMs) return null;
    const offsetMs = Math.round(dateMs + 500 - askedMs - tookMs / 2);
    return Math.abs(offsetMs) < leastMs ? 0 : offsetMs;
  } catch {
    return null;
  }
}
