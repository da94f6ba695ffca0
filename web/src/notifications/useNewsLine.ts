import { useEffect, useSyncExternalStore } from "react";
import { newsKey, eventHandlers } from "../live/eventHandlers.ts";
import { type LiveLine, openLive } from "../live/socket.ts";
import { useServices } from "../services/services.tsx";
import { useActivePlace } from "./useNews.ts";

/** By then a page has opened its own live connection, if it needs one. */
const restMs = 1_000;

/** Keeps a live connection open for events, if the page has none of its own for positions. */
export function useNewsLine(): void {
  const { session, connection, queries, sessionEnded } = useServices();
  const { siteId } = useActivePlace();
  const state = useSyncExternalStore(connection.subscribe, () => connection.current().state);
  const isPageLive = state !== "none";
  useEffect(() => {
    // The page's own connection also reports news, but only from its start.
    if (siteId !== null && state === "live") void queries.invalidateQueries({ queryKey: newsKey(siteId) });
  }, [siteId, state, queries]);
  useEffect(() => {
    if (siteId === null || isPageLive) return undefined;
    let line: LiveLine | null = null;
    const open = (): void => {
      line = openLive(
        siteId,
        () => session.current()?.idToken ?? null,
        {
          // Fetch what happened while no connection was open.
          joined: () => {
            connection.delayed(0);
            void queries.invalidateQueries({ queryKey: newsKey(siteId) });
          },
          delayed: connection.delayed,
          updates: () => undefined,
          ...eventHandlers(queries, siteId),
          lost: () => undefined,
          refused: sessionEnded,
          siteGone: () => void queries.invalidateQueries({ queryKey: ["accessibleSites"] }),
        },
        { positions: false },
      );
    };
    const timer = setTimeout(open, restMs);
    const renew = session.subscribe(() => {
      if (session.current() !== null) line?.renew();
    });
    return () => {
      clearTimeout(timer);
      renew();
      line?.close();
    };
  }, [siteId, isPageLive, session, connection, queries, sessionEnded]);
}
