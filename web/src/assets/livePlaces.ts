import { type AssetLive, listLiveAssets } from "@pulse/contract/assets";
import type { LocationUpdate, Watch } from "@pulse/contract/live";
import { type Motion, motionAfter, type TimedPlace, noMotion } from "@pulse/geo/motion";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { eventHandlers } from "../live/eventHandlers.ts";
import { openLive } from "../live/socket.ts";
import { useServices } from "../services/services.tsx";
import { storedPlaces } from "./storedPlaces.ts";
import { type Shown, subscriptionForVisible } from "./subscriptionForVisible.ts";

/** The newest position, and the motion derived from the positions since the page was opened. */
export interface LivePlace extends LocationUpdate {
  motion: Motion;
}

/** How long a changed page waits before it tells the connection what it shows, ms: the rows of a list appear one by one. */
const settleMs = 200;

/** The newest positions from the live connection since a page was opened, by the ids of assets and trackers. */
export interface LivePlaces {
  of(id: string): LivePlace | undefined;
  /** An asset's position as the server has stored it; undefined: not fetched, or not shown by the page. */
  stored(assetId: string): AssetLive | undefined;
  subscribe(listen: () => void): () => void;
  /** Keeps a thing current for as long as the page shows it. @returns what ends that */
  show(thing: Shown): () => void;
}

/** A thing of a page, as the parts that show its place know it. */
export interface Thing {
  id: string;
  lastLocation?: { lat: number; lon: number } | null;
  /** Only trackers have it. */
  linkedAsset?: { id: string } | null;
}

export const LivePlacesContext = createContext<LivePlaces | null>(null);

/** Listens to a site while a page is open, for the things that the page shows. */
export function useLivePlaces(siteId: string | null): LivePlaces {
  const { api, session, connection, queries, sessionEnded } = useServices();
  const [places] = useState(() => {
    const newest = new Map<string, LivePlace>();
    const listeners = new Set<() => void>();
    const shown = new Set<Shown>();
    const onShown = new Set<() => void>();
    const stored = storedPlaces(
      (ofSite, assetIds) => api.call(listLiveAssets, { query: { siteId: ofSite, assetIds } }),
      () => {
        for (const listen of listeners) listen();
      },
    );
    return {
      newest,
      listeners,
      shown,
      onShown,
      of: (id: string) => newest.get(id),
      stored: stored.of,
      loadStored: stored.load,
      subscribe: (listen: () => void) => {
        listeners.add(listen);
        return () => void listeners.delete(listen);
      },
      show: (thing: Shown) => {
        shown.add(thing);
        for (const listen of onShown) listen();
        return () => {
          shown.delete(thing);
          for (const listen of onShown) listen();
        };
      },
    };
  });
  useEffect(() => {
    if (siteId === null) return undefined;
    let watched: Watch | null = null;
    let settling: ReturnType<typeof setTimeout> | null = null;
    const watch = (): void => {
      settling = null;
      const next = subscriptionForVisible(places.shown, places.of, watched);
      if (next !== watched) line.watch(next);
      watched = next;
      void places.loadStored(siteId, assetsAmong(places.shown));
    };
    const changed = (): void => {
      settling ??= setTimeout(watch, settleMs);
    };
    connection.opening();
    const line = openLive(siteId, () => session.current()?.idToken ?? null, {
      joined: () => connection.joined(),
      updates: (updates) => {
        connection.heard();
        for (const update of updates) {
          const before = places.newest.get(update.trackerId);
          const from = before === undefined ? null : seenAt(before);
          const motion = motionAfter(before?.motion ?? noMotion, from, seenAt(update));
          const place = { ...update, motion };
          places.newest.set(update.trackerId, place);
          if (update.assetId !== null) places.newest.set(update.assetId, place);
        }
        for (const listen of places.listeners) listen();
        // A tracker that is watched by its place may have moved on.
        changed();
      },
      ...eventHandlers(queries, siteId),
      delayed: connection.delayed,
      lost: () => connection.lost(),
      refused: sessionEnded,
      siteGone: () => undefined,
    });
    // From the start: without a watch the server sends everything.
    watch();
    places.onShown.add(changed);
    const renew = session.subscribe(() => {
      if (session.current() !== null) line.renew();
    });
    return () => {
      renew();
      places.onShown.delete(changed);
      if (settling !== null) clearTimeout(settling);
      line.close();
      connection.closed();
    };
  }, [siteId, session, connection, queries, sessionEnded, places]);
  return places;
}

/** The ids of the assets, but not of trackers, whose own answers hold where they are. */
const assetsAmong = (shown: Iterable<Shown>): string[] => [
  ...new Set([...shown].flatMap(({ id, assetId }) => (id === assetId ? [id] : []))),
];

const seenAt = ({ lat, lon, floorId, lastUpdated }: LocationUpdate): TimedPlace => ({
  lat,
  lon,
  floorId,
  atMs: Date.parse(lastUpdated),
});
const never = () => () => undefined;

/** The newest position of an asset or a tracker since the page was opened, kept current while it is shown. */
export function useLivePlace({ id, linkedAsset, lastLocation = null }: Thing): LivePlace | undefined {
  const places = useContext(LivePlacesContext);
  const assetId = linkedAsset === undefined ? id : (linkedAsset?.id ?? null);
  const { lat, lon } = lastLocation ?? { lat: null, lon: null };
  useEffect(
    () => places?.show({ id, assetId, at: lat === null || lon === null ? null : { lat, lon } }),
    [places, id, assetId, lat, lon],
  );
  return useSyncExternalStore(places?.subscribe ?? never, () => places?.of(id));
}

/** The newest position of something that other parts of the page show already. */
export function useKnownPlace(id: string): LivePlace | undefined {
  const places = useContext(LivePlacesContext);
  return useSyncExternalStore(places?.subscribe ?? never, () => places?.of(id));
}

/** An asset's stored position, which other parts of the page have caused to be fetched. */
export function useStoredPlace(id: string): AssetLive | undefined {
  const places = useContext(LivePlacesContext);
  return useSyncExternalStore(places?.subscribe ?? never, () => places?.stored(id));
}
