import { type FocusEvent, useMemo, useState } from "react";
import type { AssetRow } from "./assetRows.ts";
import type { Sorting } from "./assetFilter.ts";

interface Held {
  /** Each row's place when the hold began, by guid. */
  places: ReadonlyMap<string, number>;
  sorting: Sorting;
}

/**
 * The rows of the list in an order that people can point at: while the list is hovered, or focused by keyboard, no row
 * changes its place and new ones come at the end. `hold` goes onto the list's element.
 */
export function useStableRows({ rows, sorting }: { rows: readonly AssetRow[]; sorting: Sorting }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = isHovered || isFocused;
  // A new sorting applies at once, wherever the pointer is.
  const places = isHeld && held?.sorting === sorting ? held.places : null;
  const shown = useMemo(() => (places === null ? rows : inPlaces(rows, places)), [rows, places]);
  const start = (): void => {
    if (!isHeld) setHeld({ places: new Map(rows.map(({ guid }, index) => [guid, index])), sorting });
  };
  return {
    rows: shown,
    isHeld,
    hold: {
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

function inPlaces(rows: readonly AssetRow[], places: ReadonlyMap<string, number>): AssetRow[] {
  const placed = Array.from({ length: places.size }, (): AssetRow | null => null);
  const fresh: AssetRow[] = [];
  for (const row of rows) {
    const place = places.get(row.guid);
    if (place === undefined) fresh.push(row);
    else placed[place] = row;
  }
  return placed.filter((row) => row !== null).concat(fresh);
}
