import type { Positions } from "../../live/positions.ts";
import type { AssetRow } from "./assetRows.ts";
import { assetTable } from "./assetTable.ts";

/**
 * The site's assets for the list, by name, updated at most once a second: positions do not reach React unless a row
 * changes. `everyMs` starts a timer and returns a function that stops it.
 */
export function createAssetRowStore(positions: Positions, everyMs: (work: () => void) => () => void) {
  const table = assetTable();
  let rows: readonly AssetRow[] = [];
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  const refresh = (): void => {
    const next = table.rows(positions.nowMs());
    if (next === null) return;
    rows = next;
    for (const listener of listeners) listener();
  };

  return {
    rows: (): readonly AssetRow[] => rows,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (stop === null) {
        table.replaceAll(positions.all());
        const stopTimer = everyMs(refresh);
        // Assets rarely appear or disappear, so that is shown at once; a batch of positions waits for the tick.
        const stopListening = positions.subscribe((changed, removed) => {
          table.update(changed, removed);
          if (positions.all().size !== rows.length) refresh();
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
