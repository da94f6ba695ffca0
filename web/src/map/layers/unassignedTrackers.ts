import type { LocationUpdate } from "@pulse/contract/live";
import type { Tracker } from "@pulse/contract/trackers";
import { createLiveStore } from "../../live/liveStore.ts";
import type { Positions } from "../../live/positions.ts";

/** The type that selects such a marker's symbol. */
export const unassignedType = "Pulse tracker";

export type UnassignedTrackers = ReturnType<typeof createUnassignedTrackers>;

/** The site's trackers without an asset, in the form of assets for the map, by their own guids. */
export function createUnassignedTrackers() {
  const store = createLiveStore();
  return {
    positions: store,
    load(list: readonly Tracker[]): void {
      store.load(
        list.map((tracker) => ({
          ...tracker,
          assetId: tracker.id,
          trackerId: tracker.id,
          type: unassignedType,
          room: null,
          moving: null,
        })),
      );
    },
    /** Takes updates from the live connection. True: one of these trackers now has an asset, so the list must be fetched again. */
    apply(updates: readonly LocationUpdate[]): boolean {
      const all = store.all();
      const mine = updates.filter(({ guid }) => all.has(guid));
      store.apply(mine.map((update) => ({ ...update, pulseAssetGuid: update.guid })));
      return mine.some(({ pulseAssetGuid }) => pulseAssetGuid !== null);
    },
    clear: store.clear,
  };
}

/** Assets and trackers as one source of positions. */
export function withTrackers(assets: Positions, trackers: Positions): Positions {
  return {
    get: (guid) => assets.get(guid) ?? trackers.get(guid),
    all: () => new Map([...assets.all(), ...trackers.all()]),
    subscribe: (listener) => {
      const stops = [assets.subscribe(listener), trackers.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    nowMs: assets.nowMs,
  };
}
