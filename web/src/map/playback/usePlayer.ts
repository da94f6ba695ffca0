import { getCoverage } from "@pulse/contract/analytics";
import { listAssetHistories, listLiveAssets } from "@pulse/contract/assets";
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { useServices } from "../../services/services.tsx";
import type { PlaybackSpan } from "./playbackAddress.ts";
import type { MapData } from "../model/useMapData.ts";
import { createPlayer, type PositionsPage, type Player, type PlayerState } from "./player.ts";

const every = (work: () => void, ms: number): (() => void) => {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
};
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const clockMs = (): number => performance.now();
const timeText = (ms: number): string => new Date(ms).toISOString();

/** Plays the span that is open on the map; another span or other assets get a new player. */
export function usePlayer(page: MapData, { fromMs, toMs, timeMs, of }: PlaybackSpan): Player {
  const { api } = useServices();
  const siteId = page.site.id;
  const { setPositions } = page.playback;
  const guids = of.join(",");
  const player = useMemo(() => {
    const answers: PositionsPage = {
      snapshot: (atMs) => api.call(listLiveAssets, { query: { siteId, at: timeText(atMs) } }),
      tracks: (assetIds, span) => {
        const { fromMs: start, toMs: end, maxPoints } = span;
        const query = { siteId, assetIds, startTimeUtc: timeText(start), endTimeUtc: timeText(end), maxPoints };
        return api.call(listAssetHistories, { query });
      },
      coverage: async ({ fromMs: start, toMs: end }) => {
        const query = { siteId, startTimeUtc: timeText(start), endTimeUtc: timeText(end) };
        const times = await api.call(getCoverage, { query });
        return times.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
      },
    };
    const chosen = guids === "" ? [] : guids.split(",");
    return createPlayer({ fromMs, toMs, of: chosen, answers, every, rest, clockMs });
  }, [api, siteId, fromMs, toMs, guids]);
  const { plans } = page;
  useEffect(() => player.setFloors(plans), [player, plans]);
  const begin = useEffectEvent(() => player.start(timeMs));
  useEffect(() => {
    begin();
    setPositions(player.positions);
    return () => {
      player.close();
      setPositions(null);
    };
  }, [player, setPositions]);
  return player;
}

/** A player's state, updated a few times a second while it plays. */
export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.current);
}
