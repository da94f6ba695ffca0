import { useCallback, useRef, useSyncExternalStore } from "react";
import type { LiveAsset, LiveStore } from "../live/liveStore.ts";

const everyMs = 1000;

/** One asset as a card shows it, renewed at most once a second. */
export function useAsset(live: LiveStore, guid: string): LiveAsset | undefined {
  const shown = useRef(live.get(guid));
  if (shown.current?.guid !== guid) shown.current = live.get(guid);
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(() => {
        const now = live.get(guid);
        if (now === shown.current) return;
        shown.current = now;
        changed();
      }, everyMs);
      return () => clearInterval(timer);
    },
    [live, guid],
  );
  return useSyncExternalStore(subscribe, () => shown.current);
}
