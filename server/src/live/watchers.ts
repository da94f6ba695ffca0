import { grants } from "@pulse/contract/access";
import { limits } from "@pulse/contract/limits";
import type { LocationUpdate, Watch } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import { elevationKeys } from "../platform/http/elevation.ts";
import { seesElevation, type Viewer } from "../platform/http/viewer.ts";

/** A socket that has said what it watches. */
export interface Watcher {
  socketId: string;
  viewer: Viewer;
  watch: Watch;
  /** The trackers that were last reported inside what it watches: it must be notified when they leave. */
  inside: Set<string>;
  /** It has not yet been sent the positions held back of what it watches now. */
  isNew: boolean;
}

/** Positions that wait for sockets that do not watch them. */
interface PendingUpdates {
  newest: Map<string, LocationUpdate>;
  sinceMs: number;
}

/**
 * Sends each watcher the positions of what it watches, and every 10 s those of everything. A watcher gets one message
 * at a time. `watchersOf` gives those of a site, `send` sends a message to sockets.
 */
export function watchedPositions(parts: {
  now(): number;
  watchersOf(siteId: string): readonly Watcher[];
  send(socketIds: string[], message: unknown): void;
}) {
  const { now, watchersOf } = parts;
  const sites = new Map<string, PendingUpdates>();

  const sendUpdates = (siteId: string, updates: readonly LocationUpdate[]): void => {
    const watchers = watchersOf(siteId);
    if (watchers.length === 0) return void sites.delete(siteId);
    const pending = sites.get(siteId) ?? { newest: new Map<string, LocationUpdate>(), sinceMs: now() };
    sites.set(siteId, pending);
    for (const update of updates) {
      const previous = pending.newest.get(update.trackerId);
      if (previous === undefined || previous.lastUpdated <= update.lastUpdated)
        pending.newest.set(update.trackerId, update);
    }
    const isDue = now() - pending.sinceMs >= limits.unwatchedUpdateMs;
    if (isDue) sites.delete(siteId);
    const newest = isDue || watchers.some(({ isNew }) => isNew) ? [...pending.newest.values()] : [];
    // A message for people with the same rights is serialised once.
    const byRights = Map.groupBy(watchers, ({ viewer }) =>
      [seesTrackers(viewer), seesAssets(viewer), seesElevation(viewer)].join(),
    );
    for (const sameRights of byRights.values()) {
      const { write, visible } = serializerFor(sameRights[0]!.viewer);
      const [visibleNewest, visibleUpdates] = [visible(newest), visible(updates)];
      for (const watcher of sameRights) {
        const updatesForWatcher = (isDue || watcher.isNew ? visibleNewest : visibleUpdates).filter((update) =>
          concernsWatcher(watcher, update),
        );
        watcher.isNew = false;
        if (!isDue && updatesForWatcher.length > 0) parts.send([watcher.socketId], updatesForWatcher.map(write));
      }
      const everybody = sameRights.map(({ socketId }) => socketId);
      if (isDue && visibleNewest.length > 0) parts.send(everybody, visibleNewest.map(write));
    }
  };

  return {
    sendUpdates,
    /** Where nothing moves any more: sends positions that have waited too long, and those that a new watch shows. */
    sendOverdue(): void {
      for (const [siteId, { sinceMs }] of sites) {
        const isLate = now() - sinceMs >= limits.unwatchedUpdateMs + 2 * limits.locationUpdateMs;
        if (isLate || watchersOf(siteId).some(({ isNew }) => isNew)) sendUpdates(siteId, []);
      }
    },
  };
}

/** The positions that people with the same rights as `viewer` may see, and how they are serialised for them. */
function serializerFor(viewer: Viewer) {
  const wires = new Map<LocationUpdate, unknown>();
  const hidden = seesElevation(viewer) ? undefined : elevationKeys;
  const isLinked = ({ assetId }: LocationUpdate): boolean => assetId !== null;
  const none: readonly LocationUpdate[] = [];
  return {
    write(update: LocationUpdate): unknown {
      const wire = wires.get(update) ?? toWire(update, hidden);
      wires.set(update, wire);
      return wire;
    },
    visible(updates: readonly LocationUpdate[]): readonly LocationUpdate[] {
      if (seesTrackers(viewer)) return updates;
      return seesAssets(viewer) ? updates.filter(isLinked) : none;
    },
  };
}

const seesTrackers = ({ access }: Viewer): boolean => grants(access, { area: "identifier_management", letter: "r" });
const seesAssets = ({ access }: Viewer): boolean => grants(access, { area: "asset_management", letter: "r" });

/** Whether a position is in what a watcher watches, or was before. */
function concernsWatcher({ watch, inside }: Watcher, update: LocationUpdate): boolean {
  const wasInside = inside.delete(update.trackerId);
  const isInside = isIn(watch, update);
  if (isInside) inside.add(update.trackerId);
  return isInside || wasInside;
}

/** Whether a position is in what is watched. */
export function isIn(
  { floorIds, box, assetIds }: Watch,
  { lat, lon, floorId, assetId }: Pick<LocationUpdate, "lat" | "lon" | "floorId" | "assetId">,
): boolean {
  if (assetId !== null && assetIds.includes(assetId)) return true;
  if (floorIds !== null && floorId !== null && !floorIds.includes(floorId)) return false;
  if (box === null) return true;
  const { northWest, southEast } = box;
  if (lat > northWest.lat || lat < southEast.lat) return false;
  return northWest.lon <= southEast.lon
    ? lon >= northWest.lon && lon <= southEast.lon
    : lon >= northWest.lon || lon <= southEast.lon;
}
