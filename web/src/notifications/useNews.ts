import { type Event, searchEvents } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { newsKey } from "../live/eventHandlers.ts";
import { useServices } from "../services/services.tsx";
import { useOwnChanges } from "./useOwnChanges.ts";

/** How many events are fetched at first. */
export const newsLimit = 50;
/** How far back they reach; older ones are fetched page by page. */
const newsDays = 7;

/** The newest events of the active site and its customer, from the live connection and fetched now and then. */
export function useNews() {
  const { api } = useServices();
  const { siteId, customerId } = useActivePlace();
  return useQuery({
    queryKey: newsKey(siteId ?? ""),
    enabled: siteId !== null && customerId !== null,
    queryFn: async ({ signal }): Promise<Event[]> => {
      const startTime = new Date(Date.now() - newsDays * 24 * 3600_000).toISOString();
      return api.call(searchEvents, { query: { siteId, customerId, startTime, limit: newsLimit }, signal });
    },
    refetchInterval: limits.eventsPollMs,
    // Some may have been read on another device meanwhile.
    refetchOnWindowFocus: "always",
    // The banner says if nobody answers; a missed update of the bell is not an error of its own.
    meta: { isSilent: true },
  });
}

/** The open site with its customer; null until known. */
export function useActivePlace(): { siteId: string | null; customerId: string | null } {
  const { activeSite } = useServices();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  return { siteId: active?.siteId ?? null, customerId: active?.customerId ?? null };
}

/** The unread events, without those that the person has just caused in this window. */
export function useUnread(): readonly Event[] {
  const { data: events } = useNews();
  const { isProbablyOwn } = useOwnChanges();
  return (events ?? []).filter((event) => event.status !== "read" && !isProbablyOwn(event));
}
