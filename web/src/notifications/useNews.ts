import { type Event, searchEvents } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { newsKey } from "../live/news.ts";
import { useServices } from "../services.tsx";
import { useOwnDoings } from "./useOwnDoings.ts";

/** How many events are asked for at first. */
export const newsLimit = 50;
/** How far back: what is older is asked for page by page. */
const newsDays = 7;

/** The newest events of the active site and its customer. The line tells of new ones, and they are asked for now and then. */
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
    // What was read on another device meanwhile.
    refetchOnWindowFocus: "always",
    // The banner tells that nobody answers; a bell that is silent for once is no error of its own.
    meta: { isSilent: true },
  });
}

/** The site that is open, with its customer; null until both are known. */
export function useActivePlace(): { siteId: string | null; customerId: string | null } {
  const { activeSite } = useServices();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  return { siteId: active?.siteId ?? null, customerId: active?.customerId ?? null };
}

/** What waits to be read. Of what somebody has just done in this window they are not told. */
export function useUnread(): readonly Event[] {
  const { data: events } = useNews();
  const { mayBe } = useOwnDoings();
  return (events ?? []).filter((event) => event.status !== "read" && !mayBe(event));
}
