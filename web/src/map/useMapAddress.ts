import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type Location, useLocation, useNavigate, useSearchParams } from "react-router";
import { type MapView, writeView } from "./mapView.ts";

/** The address is told of a view once it has rested for so long. */
const restMs = 400;

const cards = ["asset", "gateway", "tracker", "geofence"] as const;
type Card = (typeof cards)[number];

export interface MapAddress {
  /** One floor or one in each of some buildings, the last choice first. */
  floors: readonly string[];
  /** The guid of the asset, the gateway or the tracker whose card is open. */
  asset: string | null;
  gateway: string | null;
  tracker: string | null;
  /** The id of the geofence whose card is open. */
  geofence: string | null;
  chooseFloors(floors: readonly string[]): void;
  /** Opens a card in place of any other; null closes it. What was opened here is closed by Back too. */
  open(card: Card, guid: string | null): void;
}

/** What an entry of the browser's history remembers: the floor that was open before a card was. */
interface Opened {
  openedOver?: string;
}

/** The floors and the card that are open, kept in the address so that it can be shared. */
export function useMapAddress(): MapAddress {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { key: entry, state } = useLocation() as { key: string; state: Opened | null };
  const left = useRef<string | null>(null);
  const floor = search.get("floor");
  const openedOver = state?.openedOver;
  const chooseFloors = useCallback<MapAddress["chooseFloors"]>(
    (chosen) =>
      setSearch((before) => withKey(before, "floor", chosen.join(",")), { replace: true, state: { openedOver } }),
    [setSearch, openedOver],
  );
  const open = useCallback<MapAddress["open"]>(
    (card, guid) => {
      // Nothing has changed since the card was opened here: this is what Back does.
      if (guid === null && openedOver === (floor ?? "")) {
        // Once, however often the card is told to close before it has.
        if (left.current !== entry) void navigate(-1);
        left.current = entry;
        return;
      }
      setSearch(
        (before) => {
          // Both in one step, since two changes of the address at once do not know of each other.
          const next = withKey(before, card, guid);
          for (const other of cards) if (other !== card) next.delete(other);
          return next;
        },
        isOpenIn(search) || guid === null
          ? { replace: true, state: guid === null ? null : { openedOver } }
          : { state: { openedOver: floor ?? "" } },
      );
    },
    [setSearch, navigate, entry, search, floor, openedOver],
  );
  const floors = useMemo(() => floor?.split(",") ?? [], [floor]);
  const of = (card: Card): string | null => search.get(card);
  const shown = { asset: of("asset"), gateway: of("gateway"), tracker: of("tracker"), geofence: of("geofence") };
  return { floors, ...shown, chooseFloors, open };
}

/** Keeps the address at how the map is looked at, once that has rested. */
export function useViewInAddress(view: MapView, firstView: MapView): void {
  const [search, setSearch] = useSearchParams();
  const { pathname, search: shown, state } = useLocation() as Location<Opened | null>;
  // False in tests, whose router keeps its addresses to itself.
  const [isBrowsers] = useState(() => window.location.pathname === pathname);
  const address = writeView(search, view, firstView).toString();
  const isOther = address !== search.toString();
  const write = useEffectEvent((text: string) => {
    // The browser may be elsewhere already: what was opened meanwhile, and is not rendered yet, must not be lost.
    if (isBrowsers && window.location.pathname + window.location.search !== pathname + shown) return;
    setSearch(new URLSearchParams(text), { replace: true, state: { openedOver: state?.openedOver } });
  });
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => write(address), restMs);
    return () => clearTimeout(timer);
  }, [isOther, address]);
}

const isOpenIn = (search: URLSearchParams): boolean => cards.some((card) => search.has(card));

function withKey(search: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
