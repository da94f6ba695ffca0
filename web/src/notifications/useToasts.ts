import type { Event } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { useState } from "react";
import { useActivePlace, useNews, useUnread } from "./useNews.ts";

/**
 * The events that have come since the site was opened and nobody has read, the newest first, and how many more there are.
 * @param isCentreOpen the centre shows them: then they are no news any more
 */
export function useToasts(isCentreOpen: boolean): { toasts: readonly Event[]; more: number } {
  const { siteId } = useActivePlace();
  const { data: events } = useNews();
  const unread = useUnread();
  const [known, setKnown] = useState<{ siteId: string | null; counts: Counts } | null>(null);
  const isOfSite = known?.siteId === siteId;
  const waiting = isOfSite ? unread.filter(({ id, count }) => count > (known.counts.get(id) ?? 0)) : [];
  // What the first answer has is no news, unless it happened while the page was still loading.
  const isOld = ({ timestamp }: Event): boolean => known !== null || Date.parse(timestamp) <= performance.timeOrigin;
  if (events !== undefined && !isOfSite) setKnown({ siteId, counts: countsOf(events.filter(isOld)) });
  else if (isCentreOpen && isOfSite && waiting.length > 0)
    setKnown({ siteId, counts: new Map([...known.counts, ...countsOf(waiting)]) });
  return {
    toasts: isCentreOpen ? [] : waiting.slice(0, limits.toastsShown),
    more: Math.max(0, waiting.length - limits.toastsShown),
  };
}

/** How many were told as one, by its id, when it was known last. */
type Counts = ReadonlyMap<string, number>;
const countsOf = (events: readonly Event[]): Counts => new Map(events.map(({ id, count }) => [id, count]));
