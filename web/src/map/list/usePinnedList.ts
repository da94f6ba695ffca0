import { useLocalStorage, useMediaQuery } from "@mantine/hooks";

/** Whether the list is pinned beside the map; only where there is room. */
export function usePinnedList() {
  const hasRoom = useMediaQuery("(min-width: 1024px) and (orientation: landscape)", false, {
    getInitialValueInEffect: false,
  });
  const [isWanted, setWanted] = useLocalStorage({
    key: "listPinned",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { hasRoom, isPinned: hasRoom && isWanted, setPinned: setWanted };
}
