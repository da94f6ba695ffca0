import { FenceCard } from "./FenceCard.tsx";
import { GatewayCard } from "./GatewayCard.tsx";
import { RoomCard } from "./RoomCard.tsx";
import { TrackerCard } from "./TrackerCard.tsx";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { Place } from "../model/usePlaceSelection.ts";

interface Props {
  place: Place;
  page: MapData & DrawnMap;
  /** `floating`: over the desk's map; `filling`: in a sheet or a panel. */
  form: "floating" | "filling";
  onSelect(guid: string | null, bringIntoView?: boolean): void;
}

/** The card of a selected gateway, tracker without asset, room, or geofence. */
export function PlaceCard({ place, page, form, onSelect }: Props) {
  const how = { form, onSelect, siteId: page.site.id, nowMs: page.nowMs };
  if ("gateway" in place) return <GatewayCard gateway={place.gateway} {...how} />;
  if ("tracker" in place)
    return <TrackerCard tracker={place.tracker} form={form} page={page} onClose={() => onSelect(null)} />;
  if ("room" in place) return <RoomCard place={place} page={page} form={form} onSelect={onSelect} />;
  return <FenceCard fence={place.fence} {...how} />;
}
