import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { DateWords } from "../../dates/span.ts";
import { type AskedSpan, goesOn, spanOf } from "./question.ts";

/** As often as the server updates its sums. */
const renewMs = 5 * 60_000;

/**
 * The span that the words describe, and if it is unfinished, the moment up to which it is known. An unfinished span is
 * refreshed automatically, for all parts of the page at once, while the page is visible.
 */
export function useRequestedSpan(words: DateWords, nowMs: () => number): { span: AskedSpan; upToMs: number | null } {
  const [askedMs, setAskedMs] = useState(nowMs);
  const wordsText = JSON.stringify(words);
  const span = useMemo(() => spanOf(JSON.parse(wordsText) as DateWords, askedMs), [wordsText, askedMs]);
  const isGoingOn = goesOn(words, askedMs);
  const renew = useEffectEvent(() => {
    if (document.visibilityState === "visible") setAskedMs(nowMs());
  });
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setInterval(() => renew(), renewMs);
    return () => clearInterval(timer);
  }, [isGoingOn]);
  return { span, upToMs: isGoingOn ? Date.parse(span.endTimeUtc) : null };
}
