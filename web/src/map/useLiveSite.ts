import { listLiveAssets } from "@pulse/contract/assets";
import { type HardwareListed, listHardwares } from "@pulse/contract/gateways";
import { useQuery } from "@tanstack/react-query";
import type { Watch } from "@pulse/contract/live";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { useCan } from "../entity/useCan.ts";
import { newsOf } from "../live/news.ts";
import { loadInTurns } from "../live/loadInTurns.ts";
import { type LiveLine, openLive } from "../live/socket.ts";
import { useServices } from "../services.tsx";
import type { LooseTrackers } from "./looseTrackers.ts";

export interface LiveSite {
  gateways: readonly HardwareListed[];
  isLoading: boolean;
  isError: boolean;
  retry(): void;
  /** Tells the line what is looked at; null: everything. */
  watch(watch: Watch | null): void;
}

const noGateways: readonly HardwareListed[] = [];
/** How often a site is read again, in case the line did not tell of a change. */
const rereadMs = 60_000;
/** After assets were said to have changed; of many changes one answer tells. */
const changedMs = 300;
/** After an unknown asset was heard of; more of them in the meantime come with the same answer. */
const unknownMs = 2_000;
/** How often the site is asked for while the line is broken; a proxy may let questions through and no socket. */
const pollMs = 5_000;

/**
 * Fills the live store with a site and keeps it live for as long as the page is open. While it is paused nothing is taken,
 * and after that the whole site first, then what moves.
 */
export function useLiveSite(siteId: string, isPaused = false, trackers: LooseTrackers | null = null): LiveSite {
  const { api, session, live, connection, connectivity, queries, sessionEnded } = useServices();
  const readsAssets = useCan({ all: [{ area: "asset_management", letter: "r" }] });
  const readsGateways = useCan({
    any: [
      { area: "asset_management", letter: "r" },
      { area: "hardware_management", letter: "r" },
    ],
  });
  const paused = useRef(isPaused);
  /** Whether updates are taken: after a pause not before the site has come. */
  const isTaking = useRef(true);
  const open = useRef<LiveLine | null>(null);
  useEffect(() => {
    paused.current = isPaused;
    if (isPaused) isTaking.current = false;
  }, [isPaused]);
  const assets = useQuery({
    queryKey: ["liveAssets", siteId],
    enabled: readsAssets === true && !isPaused,
    // The store holds them, not the cache: what it has is newer within a second.
    queryFn: async ({ signal }) => {
      try {
        const found = await api.call(listLiveAssets, { query: { siteId }, signal });
        await loadInTurns(live, found, () => !paused.current && !signal.aborted);
        return true;
      } finally {
        isTaking.current = !paused.current;
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: rereadMs,
    // The line tells what has changed meanwhile, and joins again where it broke.
    refetchOnWindowFocus: false,
  });
  const gateways = useQuery({
    queryKey: ["hardwares", siteId],
    enabled: readsGateways === true,
    queryFn: ({ signal }) => api.call(listHardwares, { query: { siteId }, signal }),
    refetchInterval: 60_000,
  });

  useEffect(() => {
    live.enter(siteId);
    // What is unknown after it was asked for is not ours to see, or archived: it is not asked for again.
    const asked = new Set<string>();
    let asking: ReturnType<typeof setTimeout> | null = null;
    let changing: ReturnType<typeof setTimeout> | null = null;
    const askFor = (unknown: readonly string[]): void => {
      const fresh = unknown.filter((guid) => !asked.has(guid));
      for (const guid of fresh) asked.add(guid);
      if (fresh.length === 0) return;
      asking ??= setTimeout(() => {
        asking = null;
        void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
      }, unknownMs);
    };
    connection.opening();
    const line = openLive(siteId, () => session.current()?.idToken ?? null, {
      joined: (again) => {
        connection.joined();
        // The first time too: what moved between the first answer and now came over no line.
        void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
        if (again) void queries.invalidateQueries({ queryKey: ["hardwares", siteId] });
      },
      updates: (updates) => {
        connection.heard();
        if (!isTaking.current) return;
        askFor(live.apply(updates));
        if (trackers?.apply(updates) === true) void queries.invalidateQueries({ queryKey: ["looseTrackers", siteId] });
      },
      assetsChanged: () => {
        changing ??= setTimeout(() => {
          changing = null;
          void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
        }, changedMs);
      },
      ...newsOf(queries, siteId),
      lost: () => connection.lost(),
      refused: sessionEnded,
      // The list of sites tells the rest of the app (useActiveSiteCheck).
      siteGone: () => void queries.invalidateQueries({ queryKey: ["accessibleSites"] }),
    });
    open.current = line;
    const renew = session.subscribe(() => {
      if (session.current() !== null) line.renew();
    });
    // The line may not notice a break for a while, nor its end.
    const watch = connectivity.subscribe(() => {
      if (connectivity.current().state === "online") line.renew();
      else connection.lost();
    });
    return () => {
      if (asking !== null) clearTimeout(asking);
      if (changing !== null) clearTimeout(changing);
      renew();
      watch();
      open.current = null;
      line.close();
      connection.closed();
      live.leave(siteId);
    };
  }, [siteId, trackers, session, live, connection, connectivity, queries, sessionEnded]);

  const state = useSyncExternalStore(connection.subscribe, () => connection.current().state);
  const isBroken = state === "offline" || state === "polling";
  useEffect(() => {
    if (!isBroken || readsAssets !== true || isPaused) return undefined;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = async (): Promise<void> => {
      try {
        const found = await api.call(listLiveAssets, { query: { siteId }, signal });
        await loadInTurns(live, found, () => !signal.aborted);
        if (signal.aborted) return;
        // Without a network the browser gives what it kept, which is no answer of the server's.
        connection.polled(connectivity.current().state === "online");
      } catch {
        if (!signal.aborted) connection.polled(false);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), pollMs);
    return () => {
      asking.abort();
      clearInterval(timer);
    };
  }, [isBroken, readsAssets, isPaused, siteId, api, live, connection, connectivity]);

  return {
    gateways: gateways.data ?? noGateways,
    isLoading: assets.isPending && readsAssets !== false && !live.isLoaded(),
    isError: assets.isError,
    retry: () => void assets.refetch(),
    watch: useCallback((watch) => open.current?.watch(watch), []),
  };
}
