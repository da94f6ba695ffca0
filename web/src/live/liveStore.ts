import type { AssetLive } from "@pulse/contract/assets";
import type { LocationUpdate } from "@pulse/contract/live";
import { type Motion, motionAfter, noMotion } from "@pulse/geo/motion";
import { createStore } from "zustand/vanilla";

/** An asset's current state. Read anywhere, changed only by the store. */
export interface LiveAsset extends Omit<AssetLive, "lastUpdated" | "moving">, Motion {
  /** ms; null: never located. */
  lastUpdatedMs: number | null;
}

/** An asset that has a position. */
export type PlacedAsset = LiveAsset & { lat: number; lon: number; lastUpdatedMs: number };

interface Batch {
  changed: readonly LiveAsset[];
  removed: readonly string[];
}

/** Receives the assets that changed or appeared, and the guids of those that disappeared. */
export type LiveListener = (changed: readonly LiveAsset[], removed: readonly string[]) => void;
export type LiveStore = ReturnType<typeof createLiveStore>;

/**
 * The site's assets by guid, outside React: positions come faster than a tree should render. Listeners get each batch
 * once, immediately.
 */
export function createLiveStore() {
  let assets = new Map<string, LiveAsset>();
  let loaded = false;
  /** The assets of the site that was left last: without a network they are all there is to show on coming back. */
  let setAside: { siteId: string; assets: Map<string, LiveAsset> } | null = null;
  // Listeners get only the batch; the thousands of assets are changed in place.
  const store = createStore<Batch>(() => ({ changed: [], removed: [] }));
  const notify = (changed: readonly LiveAsset[], removed: readonly string[] = []): void => {
    if (changed.length > 0 || removed.length > 0) store.setState({ changed, removed });
  };

  const empty = (): void => {
    const removed = [...assets.keys()];
    assets = new Map();
    loaded = false;
    notify([], removed);
  };

  const merge = (some: readonly AssetLive[], retained: ReadonlySet<string> | null): void => {
    const changed: LiveAsset[] = [];
    for (const { lastUpdated, moving, ...asset } of some) {
      const known = assets.get(asset.guid);
      const lastUpdatedMs = lastUpdated === null ? null : Date.parse(lastUpdated);
      const isNewer = known !== undefined && (known.lastUpdatedMs ?? 0) > (lastUpdatedMs ?? 0);
      const next: LiveAsset = isNewer
        ? { ...known, name: asset.name, type: asset.type, imageUrl: asset.imageUrl }
        : {
            ...motionAt(known, asset, lastUpdatedMs),
            ...asset,
            lastUpdatedMs,
            // The server knows more about movement than two positions show.
            moving: moving ?? false,
            steppedAtMs: moving === true ? lastUpdatedMs : null,
          };
      if (known !== undefined && JSON.stringify(known) === JSON.stringify(next)) continue;
      assets.set(asset.guid, next);
      changed.push(next);
    }
    loaded = true;
    const removed = retained === null ? [] : [...assets.keys()].filter((guid) => !retained.has(guid));
    for (const guid of removed) assets.delete(guid);
    notify(changed, removed);
  };

  return {
    get: (guid: string): LiveAsset | undefined => assets.get(guid),
    all: (): ReadonlyMap<string, LiveAsset> => assets,
    nowMs: (): number => Date.now(),
    /** Whether a first answer has arrived; before that an empty store means nothing. */
    isLoaded: (): boolean => loaded,

    /**
     * Takes the whole site, as `assets/live` gives it. Newer positions from the socket are kept, and listeners get only
     * the differences, so that moving markers keep moving.
     */
    load: (list: readonly AssetLive[]): void => merge(list, new Set(list.map(({ guid }) => guid))),
    /** Takes part of the site in the same way; if `retained` is given, all other assets are removed. */
    merge,

    /**
     * Takes one message of the socket. Unlinked trackers and older positions change nothing. Returns the guids that the
     * store does not know: assets created since it was loaded.
     */
    apply(updates: readonly LocationUpdate[]): string[] {
      const changed: LiveAsset[] = [];
      const unknown: string[] = [];
      for (const update of updates) {
        if (update.pulseAssetGuid === null) continue;
        const known = assets.get(update.pulseAssetGuid);
        if (known === undefined) {
          if (loaded) unknown.push(update.pulseAssetGuid);
          continue;
        }
        const atMs = Date.parse(update.lastUpdated);
        if (known.lastUpdatedMs !== null && atMs < known.lastUpdatedMs) continue;
        const next = afterUpdate(known, update, atMs);
        assets.set(next.guid, next);
        changed.push(next);
      }
      notify(changed);
      return unknown;
    },

    /** The map of a site was left: its assets are put aside and nothing is shown. */
    leave(siteId: string): void {
      if (loaded) setAside = { siteId, assets };
      empty();
    },

    /** The map of a site was opened: its assets that were put aside are shown until an answer comes. */
    enter(siteId: string): void {
      const before = setAside;
      setAside = null;
      if (before?.siteId !== siteId || loaded) return;
      assets = before.assets;
      loaded = true;
      notify([...assets.values()]);
    },

    /** The time of the newest position, ms; null: there is none. */
    newestMs(): number | null {
      let newest: number | null = null;
      for (const { lastUpdatedMs } of assets.values())
        if (lastUpdatedMs !== null && lastUpdatedMs > (newest ?? 0)) newest = lastUpdatedMs;
      return newest;
    },

    /** Removes everything, also what was put aside: after a sign-out. */
    clear(): void {
      setAside = null;
      empty();
    },

    subscribe: (listener: LiveListener): (() => void) =>
      store.subscribe(({ changed, removed }) => listener(changed, removed)),
  };
}

function afterUpdate(known: LiveAsset, update: LocationUpdate, atMs: number): LiveAsset {
  return {
    ...known,
    ...motionAt(known, update, atMs),
    trackerId: update.trackerId,
    lat: update.lat,
    lon: update.lon,
    elevation: update.elevation,
    floorId: update.floorId,
    accuracy: update.accuracy,
    nearestHardware: update.nearestHardware,
    nearestHardwareGuid: update.nearestHardwareGuid,
    nearestHardwareDis: update.nearestHardwareDis,
    signalStrength: update.signalStrength,
    batteryLevel: update.batteryLevel ?? known.batteryLevel,
    lastUpdatedMs: atMs,
    sections: update.sections,
    room: update.room,
    location:
      [...update.sections, ...(update.room ? [update.room] : [])].map(({ name }) => name).join(" · ") || known.location,
  };
}

/** An asset's movement after a new position; the result may carry the asset's other fields too. */
function motionAt(
  known: LiveAsset | undefined,
  { lat, lon, floorId }: { lat: number | null; lon: number | null; floorId: string | null },
  atMs: number | null,
): Motion {
  if (known === undefined) return noMotion;
  if (lat === null || lon === null || atMs === null) return known;
  return motionAfter(known, isPlaced(known) ? { ...known, atMs: known.lastUpdatedMs } : null, {
    lat,
    lon,
    floorId,
    atMs,
  });
}

/** Whether an asset was ever located; exactly 0,0 is an empty field, not the Gulf of Guinea. */
export function isPlaced(asset: LiveAsset): asset is PlacedAsset {
  return (
    asset.lat !== null && asset.lon !== null && asset.lastUpdatedMs !== null && (asset.lat !== 0 || asset.lon !== 0)
  );
}
