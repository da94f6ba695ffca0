import { listLiveAssets } from "@pulse/contract/assets";
import { type HardwareListed, listHardwares } from "@pulse/contract/gateways";
import { useQuery } from "@tanstack/react-query";
import type { Watch } from "@pulse/contract/live";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { useCan } from "../../entity/useCan.ts";
import { eventHandlers } from "../../live/eventHandlers.ts";
import { loadInChunks } from "../../live/loadInChunks.ts";
import { type LiveLine, openLive } from "../../live/socket.ts";
import { useServices } from "../../services/services.tsx";
import type { UnassignedTrackers } from "../layers/unassignedTrackers.ts";

export interface LiveSite {
  gateways: readonly HardwareListed[];
  isLoading: boolean;
  isError: boolean;
  retry(): void;
  /** Tells the live connection what is being viewed; null: everything. */
  watch(watch: Watch | null): void;
}

const noGateways: readonly HardwareListed[] = [];
/** How often a site is read again, in case the live connection missed a change. */
const rereadMs = 60_000;
/** The delay after a report of changed assets: one answer covers many changes. */
const changedMs = 300;
/** The delay after an update of an unknown asset: one answer covers all that follow meanwhile. */
const unknownMs = 2_000;
/** How often the site is polled while the live connection is broken; a proxy may let requests through but no socket. */
const pollMs = 5_000;

/**
 * Fills the live store with a site and keeps it live while the page is open. While paused it takes nothing; afterwards it
 * takes the whole site first, then updates.
 */
export function useLiveSite(siteId: string, isPaused = false, trackers: UnassignedTrackers | null = null): LiveSite {
  const { api, session, live, connection, connectivity, queries, sessionEnded } = useServices();
  const readsAssets = useCan({ all: [{ area: "asset_management", letter: "r" }] });
  const readsGateways = useCan({
    any: [
      { area: "asset_management", letter: "r" },
      { area: "hardware_management", letter: "r" },
    ],
  });
  const paused = useRef(isPaused);
  /** Whether updates are taken: after a pause, only once the whole site has arrived. */
  const isTaking = useRef(true);
  const open = useRef<LiveLine | null>(null);
  useEffect(() => {
    paused.current = isPaused;
    if (isPaused) isTaking.current = false;
  }, [isPaused]);
  const assets = useQuery({
    queryKey: ["liveAssets", siteId],
    enabled: readsAssets === true && !isPaused,
    // The assets are kept in the store, not in the cache: within a second the store is newer.
    queryFn: async ({ signal }) => {
      try {
        const found = await api.call(listLiveAssets, { query: { siteId }, signal });
        await loadInChunks(live, found, () => !paused.current && !signal.aborted);
        return true;
      } finally {
        isTaking.current = !paused.current;
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: rereadMs,
    // The live connection reports what has changed meanwhile, and joins again after a break.
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
    // An asset that is still unknown after a fetch is archived or not visible to us: it causes no further fetch.
    const requested = new Set<string>();
    let asking: ReturnType<typeof setTimeout> | null = null;
    let changing: ReturnType<typeof setTimeout> | null = null;
    const reloadFor = (unknown: readonly string[]): void => {
      const fresh = unknown.filter((guid) => !requested.has(guid));
      for (const guid of fresh) requested.add(guid);
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
        // The first time too: nothing reported what moved between the first answer and now.
        void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
        if (again) void queries.invalidateQueries({ queryKey: ["hardwares", siteId] });
      },
      updates: (updates) => {
        connection.heard();
        if (!isTaking.current) return;
        reloadFor(live.apply(updates));
        if (trackers?.apply(updates) === true)
          void queries.invalidateQueries({ queryKey: ["unassignedTrackers", siteId] });
      },
      assetsChanged: () => {
        changing ??= setTimeout(() => {
          changing = null;
          void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
        }, changedMs);
      },
      ...eventHandlers(queries, siteId),
      delayed: connection.delayed,
      lost: () => connection.lost(),
      refused: sessionEnded,
      // The list of sites tells the rest of the app (useActiveSiteCheck).
      siteGone: () => void queries.invalidateQueries({ queryKey: ["accessibleSites"] }),
    });
    open.current = line;
    const renew = session.subscribe(() => {
      if (session.current() !== null) line.renew();
    });
    // The live connection may take a while to notice a break or its end.
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
        await loadInChunks(live, found, () => !signal.aborted);
        if (signal.aborted) return;
        // Without a network the browser returns its cached copy, which is no answer from the server.
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
