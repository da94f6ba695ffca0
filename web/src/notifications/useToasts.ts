import type { Event } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { useEffect, useState } from "react";
import { usePhone } from "../theme/usePhone.ts";
import { useActivePlace, useNews, useUnread } from "./useNews.ts";

/**
 * The events that have come since the site was opened and nobody has read, the newest first, and how many more there are.
 * Once one has gone by itself, no other comes for a while: on a busy site they would lie on the page without end.
 * @param isCentreOpen the centre shows them: then they are no news any more
 */
export function useToasts(isCentreOpen: boolean): {
  toasts: readonly Event[];
  more: number;
  /** One has been there for its time. */
  onGone(id: string): void;
} {
  const { siteId } = useActivePlace();
  const { data: events } = useNews();
  const unread = useUnread();
  const fitting = usePhone() ? 1 : limits.toastsShown;
  const [known, setKnown] = useState<{ siteId: string | null; counts: Counts } | null>(null);
  const { staying, rest } = useRest();
  const isOfSite = known?.siteId === siteId;
  const waiting = isOfSite ? unread.filter(({ id, count }) => count > (known.counts.get(id) ?? 0)) : [];
  const shown = staying === null ? waiting.slice(0, fitting) : waiting.filter(({ id }) => staying.has(id));
  const more = staying === null ? waiting.length - shown.length : 0;
  const tell = (told: readonly Event[]): void =>
    setKnown({ siteId, counts: new Map([...(known?.counts ?? []), ...countsOf(told)]) });
  // What the first answer has is no news, unless it happened while the page was still loading.
  const isOld = ({ timestamp }: Event): boolean => known !== null || Date.parse(timestamp) <= performance.timeOrigin;
  if (events !== undefined && !isOfSite) setKnown({ siteId, counts: countsOf(events.filter(isOld)) });
  else if (isCentreOpen && isOfSite && waiting.length > 0) tell(waiting);
  return {
    toasts: isCentreOpen ? [] : shown,
    more,
    onGone: (id) => {
      // The rest was told of by its number, and stays at the bell.
      if (more > 0) tell(waiting.slice(fitting));
      rest(id, shown);
    },
  };
}

/** Which toasts may stay while no other comes; null while any may come. */
function useRest(): { staying: ReadonlySet<string> | null; rest(gone: string, shown: readonly Event[]): void } {
  const [staying, setStaying] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (staying === null) return undefined;
    const timer = setTimeout(() => setStaying(null), limits.toastRestMs);
    return () => clearTimeout(timer);
  }, [staying]);
  const rest = (gone: string, shown: readonly Event[]): void =>
    setStaying((before) => new Set([...(before ?? shown.map(({ id }) => id))].filter((id) => id !== gone)));
  return { staying, rest };
}

/** How many were told as one, by its id, when it was known last. */
type Counts = ReadonlyMap<string, number>;
const countsOf = (events: readonly Event[]): Counts => new Map(events.map(({ id, count }) => [id, count]));
