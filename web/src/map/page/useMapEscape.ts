import type { MapPageModel } from "../model/useMapPage.ts";
import type { PlaceSelection } from "../model/usePlaceSelection.ts";
import { useEscape } from "./useEscape.ts";

/** What is open over the map or beside it and goes before a panel, or after the card. */
interface Level {
  isOpen: boolean;
  close(): void;
}

const none: Level = { isOpen: false, close: () => undefined };

/**
 * Esc goes back one level: from measuring, the drawer, a panel, the past and the card, in this order. The focus goes back
 * with it, unless nobody uses it.
 */
export function useMapEscape(
  page: MapPageModel,
  { place, select }: Pick<PlaceSelection, "place" | "select">,
  { drawer = none, sheet = none }: { drawer?: Level; sheet?: Level } = {},
): void {
  const { isMeasuring, panel, playback, selected, focus } = page;
  const isPast = playback.span !== null;
  // Until the past has loaded it has no assets, and none that is selected.
  const { asset } = page.address;
  const levels: readonly Level[] = [
    { isOpen: isMeasuring, close: () => page.setMeasuring(false) },
    drawer,
    { isOpen: panel.name !== null, close: () => panel.open(null) },
    { isOpen: isPast, close: () => playback.open(null) },
    { isOpen: selected !== null || place !== null, close: () => select(null) },
    sheet,
  ];
  const open = levels.findIndex(({ isOpen }) => isOpen);
  useEscape(open !== -1, () => {
    const hadFocus = isUsed(document.activeElement);
    levels[open]?.close();
    if (!hadFocus || asset === null) return;
    if (open === 2 || open === 3) focus.go("card");
    if (open === 4) focus.go("list", asset);
  });
}

/** A click on the map leaves the focus on its canvas; that says nothing about where a key should go on. */
const isUsed = (element: Element | null): boolean =>
  element !== null && element !== document.body && !(element instanceof HTMLCanvasElement);
