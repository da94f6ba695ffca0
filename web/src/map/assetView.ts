import type { LiveStore } from "../live/liveStore.ts";
import { type AssetRow, nextRows } from "./assetRows.ts";

/**
 * The list's view of the live store, made at most once a second: positions stream past it, and React hears only when
 * a row says something else. `everyMs` starts a timer and returns how to stop it.
 */
export function createAssetView(live: LiveStore, now: () => number, everyMs: (work: () => void) => () => void) {
  let rows: readonly AssetRow[] = [];
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  const refresh = (): void => {
    const next = nextRows(rows, live.all().values(), now());
    if (next === null) return;
    rows = next;
    for (const listener of listeners) listener();
  };

  return {
    rows: (): readonly AssetRow[] => rows,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (stop === null) {
        const stopTimer = everyMs(refresh);
        // What comes and goes is rare and shown at once; a batch of positions waits for the tick.
        const stopListening = live.subscribe(() => {
          if (live.all().size !== rows.length) refresh();
        });
        stop = () => {
          stopTimer();
          stopListening();
        };
        refresh();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}
