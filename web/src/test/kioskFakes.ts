import type { LiveEvents } from "../live/socket.ts";
import type { SiteMapParts } from "../mapEngine/siteMapParts.ts";
import type { SiteMapState } from "../mapEngine/siteMapState.ts";

interface Line {
  siteId: string;
  token: () => string | null;
  events: LiveEvents;
  isOpen: boolean;
  renewed: number;
}

/** The surroundings of a display in a test. WebGL and the network do not run there; the display's use of them does. */
export const around = {
  maps: [] as { parts: SiteMapParts; isGone: boolean }[],
  /** The last state that the map was given. */
  shown: undefined as SiteMapState | undefined,
  lines: [] as Line[],
  version: "3.1.0",
  /** How far the server's clock is ahead, ms; null: it does not say. */
  aheadMs: null as number | null,
};

export const siteMapModule = {
  createSiteMap: (parts: SiteMapParts) => {
    const map = { parts, isGone: false };
    around.maps.push(map);
    around.shown = parts.state;
    return {
      update: (next: SiteMapState) => void (around.shown = next),
      fit: () => undefined,
      remove: () => (map.isGone = true),
    };
  },
};
export const socketModule = {
  openLive: (siteId: string, token: () => string | null, events: LiveEvents) => {
    const line: Line = { siteId, token, events, isOpen: true, renewed: 0 };
    around.lines.push(line);
    return { renew: () => line.renewed++, close: () => (line.isOpen = false) };
  },
};
