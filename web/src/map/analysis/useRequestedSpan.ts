import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { DateWords } from "../../dates/span.ts";
import { type RequestedSpan, isUnfinished, spanOf } from "./question.ts";

/** As often as the server updates its sums. */
const renewMs = 5 * 60_000;

/**
 * The span that the words describe, and if it is unfinished, the moment up to which it is known. An unfinished span is
 * refreshed automatically, for all parts of the page at once, while the page is visible.
 */
export function useRequestedSpan(
  words: DateWords,
  nowMs: () => number,
): { span: RequestedSpan; upToMs: number | null } {
  const [requestedMs, setRequestedMs] = useState(nowMs);
  const wordsText = JSON.stringify(words);
  const span = useMemo(() => spanOf(JSON.parse(wordsText) as DateWords, requestedMs), [wordsText, requestedMs]);
  const isOpenEnded = isUnfinished(words, requestedMs);
  const renew = useEffectEvent(() => {
    if (document.visibilityState === "visible") setRequestedMs(nowMs());
  });
  useEffect(() => {
    if (!isOpenEnded) return undefined;
    const timer = setInterval(() => renew(), renewMs);
    return () => clearInterval(timer);
  }, [isOpenEnded]);
  return { span, upToMs: isOpenEnded ? Date.parse(span.endTimeUtc) : null };
}
