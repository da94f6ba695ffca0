import { useCallback, useState } from "react";
import type { SidePanel } from "../model/useSidePanel.ts";
import { usePinnedList } from "../list/usePinnedList.ts";

export type Drawer = ReturnType<typeof useDrawer>;

/** The list over a tablet's map. A panel takes the list's and the card's place; opening the list closes the panel. */
export function useDrawer({ name, open: openPanel }: SidePanel) {
  const { hasRoom, isPinned, setPinned } = usePinnedList();
  const [isDrawn, setDrawn] = useState(false);
  const [before, setBefore] = useState(name);
  const isPanel = name !== null;
  if (before !== name) {
    setBefore(name);
    if (isPanel) setDrawn(false);
  }
  const open = useCallback(() => {
    if (isPanel) openPanel(null);
    if (!isPinned) setDrawn(true);
  }, [isPanel, openPanel, isPinned]);
  return {
    hasRoom,
    isPinned,
    setPinned,
    isDrawn,
    setDrawn,
    open,
    isPanel,
    isOpen: isDrawn || (isPinned && !isPanel),
    isCardAway: isDrawn || isPanel,
  };
}
