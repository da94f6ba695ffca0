import { listLiveAssets } from "@pulse/contract/assets";
import { type HardwareListed, listHardwares } from "@pulse/contract/gateways";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCan } from "../entity/useCan.ts";
import { openLive } from "../live/socket.ts";
import { useServices } from "../services.tsx";

export interface LiveSite {
  gateways: readonly HardwareListed[];
  isLoading: boolean;
  isError: boolean;
  retry(): void;
}

const noGateways: readonly HardwareListed[] = [];
/** How often a site is read again: what was renamed or archived elsewhere comes by no socket. */
const rereadMs = 60_000;
/** After an unknown asset was heard of; more of them in the meantime come with the same answer. */
const unknownMs = 2_000;

/** Fills the live store with a site and keeps it live for as long as the page is open. */
export function useLiveSite(siteId: string): LiveSite {
  const { api, session, live, connection, connectivity, queries, sessionEnded } = useServices();
  const readsAssets = useCan({ all: [{ area: "asset_management", letter: "r" }] });
  const readsGateways = useCan({
    any: [
      { area: "asset_management", letter: "r" },
      { area: "hardware_management", letter: "r" },
    ],
  });
  const assets = useQuery({
    queryKey: ["liveAssets", siteId],
    enabled: readsAssets === true,
    // The store holds them, not the cache: what it has is newer within a second.
    queryFn: async ({ signal }) => {
      live.load(await api.call(listLiveAssets, { query: { siteId }, signal }));
      return true;
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
    const askFor = (unknown: readonly string[]): void => {
      const fresh = unknown.filter((guid) => !asked.has(guid));
      for (const guid of fresh) asked.add(guid);
      if (fresh.length === 0) return;
      asking ??= setTimeout(() => {
        asking = null;
        void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
      }, unknownMs);
    };
    const line = openLive(siteId, () => session.current()?.idToken ?? null, {
      joined: (again) => {
        connection.joined();
        // The first time too: what moved between the first answer and now came over no line.
        void queries.invalidateQueries({ queryKey: ["liveAssets", siteId] });
        if (again) void queries.invalidateQueries({ queryKey: ["hardwares", siteId] });
      },
      updates: (updates) => {
        connection.heard();
        askFor(live.apply(updates));
      },
      lost: () => connection.lost(),
      refused: sessionEnded,
      // The list of sites tells the rest of the app (useActiveSiteCheck).
      siteGone: () => void queries.invalidateQueries({ queryKey: ["accessibleSites"] }),
    });
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
      renew();
      watch();
      line.close();
      connection.reset();
      live.leave(siteId);
    };
  }, [siteId, session, live, connection, connectivity, queries, sessionEnded]);

  return {
    gateways: gateways.data ?? noGateways,
    isLoading: assets.isPending && readsAssets !== false && !live.isLoaded(),
    isError: assets.isError,
    retry: () => void assets.refetch(),
  };
}
