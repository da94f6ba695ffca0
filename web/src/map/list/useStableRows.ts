import { type FocusEvent, useMemo, useState } from "react";
import type { AssetRow } from "./assetRows.ts";
import type { Sorting } from "./assetFilter.ts";

interface FrozenOrder {
  /** Each row's place when the order was frozen, by guid. */
  places: ReadonlyMap<string, number>;
  sorting: Sorting;
}

/**
 * The rows of the list in an order that people can point at: while the list is hovered, or focused by keyboard, no row
 * changes its place and new ones come at the end. `freezeHandlers` goes onto the list's element.
 */
export function useStableRows({ rows, sorting }: { rows: readonly AssetRow[]; sorting: Sorting }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [frozenOrder, setFrozenOrder] = useState<FrozenOrder | null>(null);
  const isFrozen = isHovered || isFocused;
  // A new sorting applies at once, wherever the pointer is.
  const places = isFrozen && frozenOrder?.sorting === sorting ? frozenOrder.places : null;
  const stableRows = useMemo(() => (places === null ? rows : inFrozenOrder(rows, places)), [rows, places]);
  const start = (): void => {
    if (!isFrozen) setFrozenOrder({ places: new Map(rows.map(({ guid }, index) => [guid, index])), sorting });
  };
  return {
    rows: stableRows,
    isFrozen,
    freezeHandlers: {
      onPointerEnter: (): void => {
        start();
        setHovered(true);
      },
      onPointerLeave: (): void => setHovered(false),
      onFocus: ({ target }: FocusEvent): void => {
        // A click leaves the focus on a row that nobody is looking at any more.
        if (!target.matches(":focus-visible")) return;
        start();
        setFocused(true);
      },
      onBlur: (): void => setFocused(false),
    },
  };
}

function inFrozenOrder(rows: readonly AssetRow[], places: ReadonlyMap<string, number>): AssetRow[] {
  const placed = Array.from({ length: places.size }, (): AssetRow | null => null);
  const fresh: AssetRow[] = [];
  for (const row of rows) {
    const place = places.get(row.guid);
    if (place === undefined) fresh.push(row);
    else placed[place] = row;
  }
  return placed.filter((row) => row !== null).concat(fresh);
}
