import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSearch } from "../../ui/useSearch.ts";
import { type MapView, writeView } from "./mapView.ts";

/** The address is updated once the view has not changed for this long. */
const restMs = 400;

const cards = ["asset", "gateway", "tracker", "geofence", "room"] as const;
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
  /** The id of the room whose card is open. */
  room: string | null;
  chooseFloors(floors: readonly string[]): void;
  /** Opens a card in place of any other; null closes it. Back closes a card that was opened here, too. */
  open(card: Card, guid: string | null): void;
}

/** What an entry of the browser's history remembers: the floor that was open before a card was. */
interface Opened {
  openedOver?: string;
}

/** The floors and the card that are open, kept in the address so that it can be shared. */
export function useMapAddress(): MapAddress {
  const [search, setSearch] = useSearch();
  const navigate = useNavigate();
  const { key: entry, state } = useLocation() as { key: string; state: Opened | null };
  const leftEntry = useRef<string | null>(null);
  const floor = search.get("floor");
  const openedOver = state?.openedOver;
  const chooseFloors = useCallback<MapAddress["chooseFloors"]>(
    (chosen) => setSearch((before) => withKey(before, "floor", chosen.join(",")), { replace: true, keepsState: true }),
    [setSearch],
  );
  const open = useCallback<MapAddress["open"]>(
    (card, guid) => {
      // Nothing has changed since the card was opened here, so closing it goes back.
      if (guid === null && openedOver === (floor ?? "")) {
        // Only once, even if the card is closed several times before that happens.
        if (leftEntry.current !== entry) void navigate(-1);
        leftEntry.current = entry;
        return;
      }
      setSearch(
        (before) => {
          // Both in one step: of two simultaneous changes of the address one would be lost.
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
  const shown = {
    asset: of("asset"),
    gateway: of("gateway"),
    tracker: of("tracker"),
    geofence: of("geofence"),
    room: of("room"),
  };
  return { floors, ...shown, chooseFloors, open };
}

/** Writes the view into the address once it has stopped changing. */
export function useViewInAddress(view: MapView, firstView: MapView): void {
  const [search, setSearch] = useSearch();
  const isOther = writeView(search, view, firstView).toString() !== search.toString();
  const write = useEffectEvent((next: MapView) =>
    setSearch((before) => writeView(before, next, firstView), { replace: true, keepsState: true }),
  );
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => write(view), restMs);
    return () => clearTimeout(timer);
  }, [isOther, view]);
}

const isOpenIn = (search: URLSearchParams): boolean => cards.some((card) => search.has(card));

function withKey(search: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
