import { updateNotificationState } from "@pulse/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { markRead, newsKey } from "../live/eventHandlers.ts";
import { useServices } from "../services/services.tsx";
import { useActivePlace, useNews } from "./useNews.ts";

/** Events read within this time are sent together. */
const gatherMs = 250;

export interface Reading {
  /** Marks these as read. */
  read(ids: readonly string[]): void;
  /** Marks everything as read. */
  readAll(): void;
}

/** Marks events as read: here at once, and on the person's other devices. If the server does not answer, they become unread again later. */
export function useReading(): Reading {
  const { api, queries } = useServices();
  const { siteId } = useActivePlace();
  const { data: events } = useNews();
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const send = useCallback((): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    const readIds = waiting.current.splice(0);
    if (readIds.length > 0) api.call(updateNotificationState, { body: { readIds } }).catch(() => undefined);
  }, [api]);
  useEffect(() => send, [send]);

  const newest = events?.[0]?.timestamp;
  return {
    read: (ids) => {
      if (siteId === null || ids.length === 0) return;
      ignoreAnswerUnderWay(queries, siteId);
      markRead(queries, siteId, { readIds: [...ids] });
      waiting.current.push(...ids);
      timer.current ??= setTimeout(send, gatherMs);
    },
    readAll: () => {
      if (siteId === null) return;
      // Our clock may be behind the server's.
      const now = new Date().toISOString();
      const lastFetchedAt = newest !== undefined && newest > now ? newest : now;
      ignoreAnswerUnderWay(queries, siteId);
      markRead(queries, siteId, { lastFetchedAt });
      api.call(updateNotificationState, { body: { lastFetchedAt } }).catch(() => undefined);
    },
  };
}

/** An answer that the server made before it knew would show the events as unread again until the next one. */
function ignoreAnswerUnderWay(queries: QueryClient, siteId: string): void {
  void queries.cancelQueries({ queryKey: newsKey(siteId) });
}
