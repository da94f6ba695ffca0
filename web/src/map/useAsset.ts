import { useMemo, useSyncExternalStore } from "react";
import type { LiveAsset, LiveStore } from "../live/liveStore.ts";
import { type Status, statusOf } from "./status.ts";

const everyMs = 1000;

export interface ShownAsset {
  asset: LiveAsset;
  status: Status;
}

function shownAsset(live: LiveStore, guid: string) {
  const look = (): ShownAsset | null => {
    const asset = live.get(guid);
    return asset === undefined ? null : { asset, status: statusOf(asset, Date.now()) };
  };
  let shown = look();
  return {
    current: (): ShownAsset | null => shown,
    subscribe(changed: () => void): () => void {
      const timer = setInterval(() => {
        const next = look();
        if (next?.asset === shown?.asset && next?.status === shown?.status) return;
        shown = next;
        changed();
      }, everyMs);
      return () => clearInterval(timer);
    },
  };
}

/** One asset as a card shows it, renewed at most once a second; null where there is none. */
export function useAsset(live: LiveStore, guid: string): ShownAsset | null {
  const store = useMemo(() => shownAsset(live, guid), [live, guid]);
  return useSyncExternalStore(store.subscribe, store.current);
}
