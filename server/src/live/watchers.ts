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
  /** The trackers that were last reported inside what it watches: it must be told when they leave. */
  inside: Set<string>;
  /** It has not yet been sent the positions held back of what it watches now. */
  isNew: boolean;
}

/** Positions that wait for sockets that do not watch them. */
interface Held {
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
  const sites = new Map<string, Held>();

  const tell = (siteId: string, updates: readonly LocationUpdate[]): void => {
    const watchers = watchersOf(siteId);
    if (watchers.length === 0) return void sites.delete(siteId);
    const held = sites.get(siteId) ?? { newest: new Map<string, LocationUpdate>(), sinceMs: now() };
    sites.set(siteId, held);
    for (const update of updates) {
      const before = held.newest.get(update.trackerId);
      if (before === undefined || before.lastUpdated <= update.lastUpdated) held.newest.set(update.trackerId, update);
    }
    const isDue = now() - held.sinceMs >= limits.unwatchedUpdateMs;
    if (isDue) sites.delete(siteId);
    const newest = isDue || watchers.some(({ isNew }) => isNew) ? [...held.newest.values()] : [];
    // A message for people with the same rights is serialised once.
    const byRights = Map.groupBy(watchers, ({ viewer: one }) =>
      [seesTrackers(one), seesAssets(one), seesElevation(one)].join(),
    );
    for (const some of byRights.values()) {
      const { write, mine } = forThoseLike(some[0]!.viewer);
      const [all, fresh] = [mine(newest), mine(updates)];
      for (const watcher of some) {
        const seen = (isDue || watcher.isNew ? all : fresh).filter((update) => isSeenBy(watcher, update));
        watcher.isNew = false;
        if (!isDue && seen.length > 0) parts.send([watcher.socketId], seen.map(write));
      }
      const everybody = some.map(({ socketId }) => socketId);
      if (isDue && all.length > 0) parts.send(everybody, all.map(write));
    }
  };

  return {
    tell,
    /** Where nothing moves any more: sends positions that have waited too long, and those that a new watch shows. */
    tellLate(): void {
      for (const [siteId, { sinceMs }] of sites) {
        const isLate = now() - sinceMs >= limits.unwatchedUpdateMs + 2 * limits.locationUpdateMs;
        if (isLate || watchersOf(siteId).some(({ isNew }) => isNew)) tell(siteId, []);
      }
    },
  };
}

/** The positions that people with the same rights as `viewer` may see, and how they are serialised for them. */
function forThoseLike(viewer: Viewer) {
  const wires = new Map<LocationUpdate, unknown>();
  const hidden = seesElevation(viewer) ? undefined : elevationKeys;
  const isLinked = ({ assetId }: LocationUpdate): boolean => assetId !== null;
  const none: readonly LocationUpdate[] = [];
  return {
    write(update: LocationUpdate): unknown {
      const known = wires.get(update) ?? toWire(update, hidden);
      wires.set(update, known);
      return known;
    },
    mine(updates: readonly LocationUpdate[]): readonly LocationUpdate[] {
      if (seesTrackers(viewer)) return updates;
      return seesAssets(viewer) ? updates.filter(isLinked) : none;
    },
  };
}

const seesTrackers = ({ access }: Viewer): boolean => grants(access, { area: "identifier_management", letter: "r" });
const seesAssets = ({ access }: Viewer): boolean => grants(access, { area: "asset_management", letter: "r" });

/** Whether a position is in what a watcher watches, or was before. */
function isSeenBy({ watch, inside }: Watcher, update: LocationUpdate): boolean {
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
