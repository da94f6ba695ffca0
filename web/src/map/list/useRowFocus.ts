import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { AssetRow } from "./assetRows.ts";

interface List {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly AssetRow[];
  /** Scrolls to a row that may not be in the page yet. */
  scrollTo(index: number): void;
}

/** One row of the list at a time is reached by Tab: the one that had the focus last, if it is in the page. */
export function useRowFocus({ scroller, rows, scrollTo }: List) {
  const [focused, setFocused] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const take = (): void => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  };
  // Only rows in sight are in the page, so the wanted one may come with any later commit.
  useLayoutEffect(take);
  return {
    focused,
    setFocused,
    /** Moves the focus to a row, and scrolls to it. */
    focusRow(guid: string): void {
      const index = rows.findIndex((row) => row.guid === guid);
      if (index === -1) return;
      wanted.current = guid;
      scrollTo(index);
      setFocused(guid);
      take();
    },
  };
}
