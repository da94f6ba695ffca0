import type { Event } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { useEffect, useState } from "react";
import { useActivePlace, useNews, useUnread } from "./useNews.ts";
import { useToastRules } from "./useToastRules.ts";

/**
 * The unread events that arrived since the site was opened and that somebody wants to be told of, the newest first, and how
 * many more there are. After one has disappeared by itself, no other appears for a while: on a busy site they would always
 * cover the page.
 * @param isCentreOpen while the centre shows them, they are no longer new
 */
export function useToasts(isCentreOpen: boolean): {
  toasts: readonly Event[];
  more: number;
  /** The time of one is over. */
  onGone(id: string): void;
} {
  const { siteId } = useActivePlace();
  const { data: events } = useNews();
  const { isWanted, isPast, isDialogOpen, fitting } = useToastRules();
  const unread = useUnread().filter(isWanted);
  const [known, setKnown] = useState<{ siteId: string | null; counts: Counts } | null>(null);
  const { staying, startCooldown } = useCooldown();
  const isOfSite = known?.siteId === siteId;
  const waiting = isOfSite ? unread.filter(({ id, count }) => count > (known.counts.get(id) ?? 0)) : [];
  const visible = staying === null ? waiting.slice(0, fitting) : waiting.filter(({ id }) => staying.has(id));
  const more = staying === null ? waiting.length - visible.length : 0;
  const markKnown = (reported: readonly Event[]): void =>
    setKnown({ siteId, counts: new Map([...(known?.counts ?? []), ...countsOf(reported)]) });
  // Events in the first answer are not new, unless they happened while the page was still loading.
  const isOld = ({ timestamp }: Event): boolean => known !== null || Date.parse(timestamp) <= performance.timeOrigin;
  if (events !== undefined && !isOfSite) setKnown({ siteId, counts: countsOf(events.filter(isOld)) });
  else if ((isCentreOpen || isPast) && isOfSite && waiting.length > 0) markKnown(waiting);
  return {
    toasts: isCentreOpen || isPast || isDialogOpen ? [] : visible,
    more,
    onGone: (id) => {
      // The rest was only counted, and stays at the bell.
      if (more > 0) markKnown(waiting.slice(fitting));
      startCooldown(id, visible);
    },
  };
}

/** The toasts that may stay while no other may appear; null while any may. */
function useCooldown(): {
  staying: ReadonlySet<string> | null;
  startCooldown(closedId: string, visible: readonly Event[]): void;
} {
  const [staying, setStaying] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (staying === null) return undefined;
    const timer = setTimeout(() => setStaying(null), limits.toastRestMs);
    return () => clearTimeout(timer);
  }, [staying]);
  const startCooldown = (closedId: string, visible: readonly Event[]): void =>
    setStaying((before) => new Set([...(before ?? visible.map(({ id }) => id))].filter((id) => id !== closedId)));
  return { staying, startCooldown };
}

/** The last known count of each group, by its id. */
type Counts = ReadonlyMap<string, number>;
const countsOf = (events: readonly Event[]): Counts => new Map(events.map(({ id, count }) => [id, count]));
