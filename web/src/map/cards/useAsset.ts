import { useMemo, useSyncExternalStore } from "react";
import type { LiveAsset } from "../../live/liveStore.ts";
import type { Positions } from "../../live/positions.ts";

const everyMs = 1000;

function shownAsset(positions: Positions, guid: string) {
  let shown = positions.get(guid);
  return {
    current: (): LiveAsset | null => shown ?? null,
    subscribe(changed: () => void): () => void {
      const timer = setInterval(() => {
        const next = positions.get(guid);
        if (next === shown) return;
        shown = next;
        changed();
      }, everyMs);
      return () => clearInterval(timer);
    },
  };
}

/** One asset for a card, updated at most once a second; null if there is none. */
export function useAsset(positions: Positions, guid: string): LiveAsset | null {
  const store = useMemo(() => shownAsset(positions, guid), [positions, guid]);
  return useSyncExternalStore(store.subscribe, store.current);
}
