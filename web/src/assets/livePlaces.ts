import type { LocationUpdate } from "@pulse/contract/live";
import { type Motion, motionAfter, type SeenAt, standing } from "@pulse/geo/motion";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { newsOf } from "../live/news.ts";
import { openLive } from "../live/socket.ts";
import { useServices } from "../services.tsx";

/** The newest position, and the motion derived from the positions since the page was opened. */
export interface LivePlace extends LocationUpdate {
  motion: Motion;
}

/** The newest positions from the live connection since a page was opened, by the ids of assets and trackers. */
export interface LivePlaces {
  of(id: string): LivePlace | undefined;
  subscribe(listen: () => void): () => void;
}

export const LivePlacesContext = createContext<LivePlaces | null>(null);

/** Listens to a site while a page is open. */
export function useLivePlaces(siteId: string | null): LivePlaces {
  const { session, connection, queries, sessionEnded } = useServices();
  const [places] = useState(() => {
    const newest = new Map<string, LivePlace>();
    const listeners = new Set<() => void>();
    return {
      newest,
      listeners,
      of: (id: string) => newest.get(id),
      subscribe: (listen: () => void) => {
        listeners.add(listen);
        return () => void listeners.delete(listen);
      },
    };
  });
  useEffect(() => {
    if (siteId === null) return undefined;
    connection.opening();
    const line = openLive(siteId, () => session.current()?.idToken ?? null, {
      joined: () => connection.joined(),
      updates: (updates) => {
        connection.heard();
        for (const update of updates) {
          const before = places.newest.get(update.trackerId);
          const from = before === undefined ? null : seen(before);
          const motion = motionAfter(before?.motion ?? standing, from, seen(update));
          const place = { ...update, motion };
          places.newest.set(update.trackerId, place);
          if (update.assetId !== null) places.newest.set(update.assetId, place);
        }
        for (const listen of places.listeners) listen();
      },
      ...newsOf(queries, siteId),
      delayed: connection.delayed,
      lost: () => connection.lost(),
      refused: sessionEnded,
      siteGone: () => undefined,
    });
    const renew = session.subscribe(() => {
      if (session.current() !== null) line.renew();
    });
    return () => {
      renew();
      line.close();
      connection.closed();
    };
  }, [siteId, session, connection, queries, sessionEnded, places]);
  return places;
}

const seen = ({ lat, lon, floorId, lastUpdated }: LocationUpdate): SeenAt => ({
  lat,
  lon,
  floorId,
  atMs: Date.parse(lastUpdated),
});
const never = () => () => undefined;

/** The newest position of an asset or a tracker since the page was opened. */
export function useLivePlace(id: string): LivePlace | undefined {
  const places = useContext(LivePlacesContext);
  return useSyncExternalStore(places?.subscribe ?? never, () => places?.of(id));
}
