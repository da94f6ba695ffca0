import { useEffect, useSyncExternalStore } from "react";
import { newsKey, newsOf } from "../live/news.ts";
import { type LiveLine, openLive } from "../live/socket.ts";
import { useServices } from "../services.tsx";
import { useActivePlace } from "./useNews.ts";

/** A page that opens a line of its own has done so by then. */
const restMs = 1_000;

/** Keeps a line open that tells what happens, wherever the page has none of its own for positions. */
export function useNewsLine(): void {
  const { session, connection, queries, sessionEnded } = useServices();
  const { siteId } = useActivePlace();
  const state = useSyncExternalStore(connection.subscribe, () => connection.current().state);
  const isPageLive = state !== "none";
  useEffect(() => {
    // The page's own line tells of news too, from when it is there.
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
          // What came while no line was open is asked for.
          joined: () => void queries.invalidateQueries({ queryKey: newsKey(siteId) }),
          updates: () => undefined,
          ...newsOf(queries, siteId),
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
  }, [siteId, isPageLive, session, queries, sessionEnded]);
}
