import type { LocationUpdate } from "@pulse/contract/live";
import type { Tracker } from "@pulse/contract/trackers";
import { createLiveStore } from "../live/liveStore.ts";
import type { Positions } from "../live/positions.ts";

/** The type by which such a marker's sign is found. */
export const looseType = "Pulse tracker";

export type LooseTrackers = ReturnType<typeof createLooseTrackers>;

/** The site's trackers that no asset has, as the map draws assets: by their own guids. */
export function createLooseTrackers() {
  const store = createLiveStore();
  return {
    positions: store,
    load(list: readonly Tracker[]): void {
      store.load(
        list.map((tracker) => ({
          ...tracker,
          assetId: tracker.id,
          trackerId: tracker.id,
          type: looseType,
          room: null,
          moving: null,
        })),
      );
    },
    /** Takes what the line tells. True: one of these has an asset now, and they are to be asked for again. */
    apply(updates: readonly LocationUpdate[]): boolean {
      const all = store.all();
      const mine = updates.filter(({ guid }) => all.has(guid));
      store.apply(mine.map((update) => ({ ...update, pulseAssetGuid: update.guid })));
      return mine.some(({ pulseAssetGuid }) => pulseAssetGuid !== null);
    },
    clear: store.clear,
  };
}

/** Assets and trackers as one. */
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
