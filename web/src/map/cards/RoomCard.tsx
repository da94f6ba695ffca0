import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "../layers/useOverlay.ts";
import { roomOverlay } from "../layers/roomOverlay.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { PlacedRoom } from "../model/usePlaceSelection.ts";
import { titleOf } from "./assetFacts.ts";
import classes from "./GatewayCard.module.css";
import { type CardForm, MapCard } from "./MapCard.tsx";

// Loaded when a room is opened: the map itself does not need it.
const RoomFence = lazy(() => import("../../rooms/RoomFence.tsx"));

const maxShown = 8;

interface Props {
  place: PlacedRoom;
  page: Pick<MapData, "site" | "positions" | "allRows"> & Pick<DrawnMap, "setOverlays" | "state">;
  form: CardForm;
  onSelect(guid: string | null, bringIntoView?: boolean): void;
}

/** A room that was searched for: its floor, and the assets in it, which is outlined on the map meanwhile. */
export function RoomCard({ place: { room, floor }, page, form, onSelect }: Props) {
  const { t } = useTranslation();
  const [outline] = useState(roomOverlay);
  useOverlay(page, "room", outline.overlay);
  const isFloorShown = page.state.shownFloorIds.includes(floor.id);
  useEffect(() => outline.show(isFloorShown ? room.area : null), [outline, room.area, isFloorShown]);
  const { positions, allRows } = page;
  // The rows change whenever an asset changes its place.
  const inside = useMemo(
    () => (allRows.length === 0 ? [] : [...positions.all().values()].filter((asset) => asset.room?.id === room.id)),
    [positions, allRows, room.id],
  );
  return (
    <MapCard
      form={form}
      name={room.name}
      line={[room.kind ?? t("onMap.room"), floor.name, t("onMap.inRoom", { count: inside.length })].join(" · ")}
      onClose={() => onSelect(null)}
    >
      {inside.length === 0 ? null : (
        <ul className={classes["inside"]} aria-label={t("onMap.assetsInRoom")}>
          {inside.slice(0, maxShown).map((asset) => (
            <li key={asset.guid}>
              <button type="button" onClick={() => onSelect(asset.guid, true)}>
                {titleOf(asset)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {inside.length > maxShown ? (
        <p className={classes["more"]}>{t("onMap.moreInRoom", { count: inside.length - maxShown })}</p>
      ) : null}
      <div className={classes["more"]}>
        <Suspense>
          <RoomFence siteId={page.site.id} room={room} />
        </Suspense>
      </div>
    </MapCard>
  );
}
