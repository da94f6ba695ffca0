import { useMemo, useSyncExternalStore } from "react";
import type { Positions } from "../../live/positions.ts";
import type { AssetRow } from "./assetRows.ts";
import { createAssetRowStore } from "./assetRowStore.ts";

const everyMs = (work: () => void): (() => void) => {
  const timer = setInterval(work, 1000);
  return () => clearInterval(timer);
};

/** The rows of the list, updated at most once a second and only when one of them changes. */
export function useAssetRows(positions: Positions): readonly AssetRow[] {
  const store = useMemo(() => createAssetRowStore(positions, everyMs), [positions]);
  return useSyncExternalStore(store.subscribe, store.rows);
}
