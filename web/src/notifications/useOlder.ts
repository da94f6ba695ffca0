import { type Event, searchEvents } from "@pulse/contract/events";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useServices } from "../services/services.tsx";
import { newsLimit, useActivePlace, useNews } from "./useNews.ts";

/** All events fetched so far, the newest first, and a function to fetch older ones. */
export function useOlder(): { events: readonly Event[]; hasMore: boolean; isLoading: boolean; more(): void } {
  const { api } = useServices();
  const { siteId, customerId } = useActivePlace();
  const { data: news = [] } = useNews();
  const [isAsked, setAsked] = useState(false);
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ["events", siteId, "older"],
    enabled: isAsked && siteId !== null,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.page(searchEvents, { query: { siteId, customerId, page: pageParam, limit: newsLimit }, signal }),
    getNextPageParam: ({ metadata }) =>
      metadata.currentPage < metadata.maxPage ? metadata.currentPage + 1 : undefined,
  });
  // Events that were grouped or arrived meanwhile are among the news in their newest form.
  const known = new Set(news.map(({ id }) => id));
  const older = (data?.pages ?? []).flatMap(({ content }) => content).filter(({ id }) => !known.has(id));
  const events = [...news, ...new Map(older.map((event) => [event.id, event])).values()];
  return {
    events,
    hasMore: data === undefined ? true : hasNextPage,
    isLoading: isFetching,
    more: () => (isAsked ? void fetchNextPage() : setAsked(true)),
  };
}
