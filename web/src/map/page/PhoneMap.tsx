import { IconCurrentLocation, IconFocusCentered, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConnectionWords } from "../../shell/ConnectionWords.tsx";
import { NotificationBell } from "../../notifications/NotificationBell.tsx";
import { UserMenu } from "../../frame/UserMenu.tsx";
import { SiteSwitcher } from "../../sites/SiteSwitcher.tsx";
import { AssetList } from "../list/AssetList.tsx";
import { isPlanUp } from "../../mapEngine/camera/bearing.ts";
import { FloorSheet } from "../layers/FloorSheet.tsx";
import { floorSwitcherOf } from "../layers/floorSwitcherOf.ts";
import { LegendButton } from "../layers/Legend.tsx";
import { OrderChoices, ScopeChoice } from "../list/ListChoices.tsx";
import { CompassNeedle } from "../controls/CompassNeedle.tsx";
import { LazySiteMap } from "../../mapEngine/LazySiteMap.tsx";
import { LazyPanel } from "./LazyPanel.tsx";
import { LazyPlayback } from "./LazyPlayback.tsx";
import { AccessibleMapList } from "../list/AccessibleMapList.tsx";
import { NoFloors } from "../setUp/NoFloors.tsx";
import { PauseButton } from "../controls/PauseButton.tsx";
import { PausedChip } from "../controls/PausedChip.tsx";
import { CompactAssetCard } from "../cards/CompactAssetCard.tsx";
import { PhoneMore } from "./PhoneMore.tsx";
import classes from "./PhoneMap.module.css";
import { PlaceCard } from "../cards/PlaceCard.tsx";
import { RulerChip } from "../controls/RulerChip.tsx";
import { BottomSheet, type SnapPoint } from "./BottomSheet.tsx";
import { StatusChips } from "../list/StatusChips.tsx";
import { useMapEscape } from "./useMapEscape.ts";
import { usePlaceSelection } from "../model/usePlaceSelection.ts";
import type { MapPageModel } from "../model/useMapPage.ts";
import type { MapSelection } from "../model/useMapSelection.ts";

// Loaded once somebody asks where they are.
const LocateMe = lazy(() => import("../route/LocateMe.tsx"));

/** Whether the address opens a card. */
const isCardIn = ({ asset, gateway, tracker, geofence }: MapSelection["address"]): boolean =>
  [asset, gateway, tracker, geofence].some((each) => each !== null);

/** The map page of a phone: the map to all edges, search and chips on top, list or card in a sheet. */
export function PhoneMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const [snapPoint, setSnapPoint] = useState<SnapPoint>(() => (isCardIn(page.address) ? "half" : "peek"));
  const [bearing, setBearing] = useState(0);
  const [isLocating, setLocating] = useState(false);
  const { filter, setFilter, setFollowing, selected } = page;
  const { place, select, state } = usePlaceSelection(page);
  // The player bar takes the sheet's place.
  const isPast = page.playback.span !== null;
  const isPanel = page.panel.name !== null;
  const isSheetAway = isPast || isPanel;
  // The asset that the bar or a panel is about is brought into the part of the map that stays free.
  const { handle } = page;
  useEffect(() => {
    if (isSheetAway && selected !== null) handle.current?.show(selected);
  }, [isSheetAway, selected, handle]);
  const open = useCallback(
    (guid: string | null, bringIntoView = false) => {
      select(guid, bringIntoView);
      setSnapPoint(guid === null ? "peek" : "half");
    },
    [select],
  );
  useMapEscape(
    page,
    { place, select: open },
    { sheet: { isOpen: snapPoint !== "peek" && !isSheetAway, close: () => setSnapPoint("peek") } },
  );
  return (
    <div className={classes["page"]}>
      <div
        className={classes["main"]}
        data-map-stage
        data-stop={isSheetAway ? undefined : snapPoint}
        data-panel={isPanel || undefined}
        data-past={isPast || undefined}
      >
        <LazySiteMap
          state={state}
          label={t("map.label", { site: page.site.name })}
          centre={page.site}
          camera={page.camera}
          onMoveEnd={page.setCamera}
          onMeasured={(metres) => page.ruler.current?.show(metres)}
          handle={page.handle}
          onSelect={open}
          onView={useCallback((camera: { bearing: number }) => setBearing(Math.round(camera.bearing)), [])}
          onFollowEnd={useCallback(() => setFollowing(false), [setFollowing])}
        />
        <div className={classes["top"]}>
          <div className={classes["search"]} data-over-map>
            <SiteSwitcher isCompact />
            <input
              type="text"
              aria-label={t("assets.filter")}
              placeholder={t("assets.filterShort")}
              value={filter.text}
              onFocus={() => setSnapPoint("full")}
              onChange={({ currentTarget }) => setFilter({ text: currentTarget.value })}
              onKeyDown={({ key }) => {
                if (key === "Escape") setFilter({ text: "" });
              }}
            />
            {filter.text === "" ? null : (
              <button
                type="button"
                className={classes["clear"]}
                aria-label={t("assets.clear")}
                onClick={() => setFilter({ text: "" })}
              >
                <IconX size={20} stroke={1.7} aria-hidden="true" />
              </button>
            )}
            <NotificationBell />
            <UserMenu />
          </div>
          <div className={classes["strip"]} data-over-map>
            <StatusChips chip={filter.chip} counts={page.counts} onChip={(chip) => setFilter({ chip })} />
          </div>
          <div className={classes["row"]} data-over-map>
            <ConnectionWords />
            <FloorSheet {...floorSwitcherOf(page)} floor={page.floor} />
          </div>
        </div>
        <div className={classes["buttons"]} data-over-map>
          <LegendButton page={page} className={undefined} />
          {isPlanUp(bearing, page.plans[0]?.rotationDeg ?? 0) ? null : (
            <button type="button" aria-label={t("map.turn")} onClick={() => page.handle.current?.turn()}>
              <CompassNeedle bearing={bearing} />
            </button>
          )}
          <PhoneMore page={page} />
          <button
            type="button"
            aria-label={t("way.locate")}
            aria-pressed={isLocating}
            onClick={() => setLocating(!isLocating)}
          >
            <IconCurrentLocation size={21} stroke={1.8} aria-hidden="true" />
          </button>
          <PauseButton page={page} />
          <button type="button" aria-label={t("map.fit")} onClick={() => page.handle.current?.fit()}>
            <IconFocusCentered size={21} stroke={1.8} aria-hidden="true" />
          </button>
        </div>
        {isLocating ? (
          <Suspense fallback={null}>
            <LocateMe page={page} onFailed={() => setLocating(false)} />
          </Suspense>
        ) : null}
        <RulerChip page={page} />
        <PausedChip page={page} />
        {page.plans.length === 0 ? <NoFloors site={page.site} /> : null}
        {isSheetAway ? null : (
          <BottomSheet snapPoint={snapPoint} onSnap={setSnapPoint}>
            {place !== null ? (
              <PlaceCard place={place} form="filling" page={page} onSelect={open} />
            ) : selected === null ? (
              <>
                <div className={classes["head"]} data-peek>
                  <h1>{t("assets.title")}</h1>
                  <ScopeChoice page={page} />
                </div>
                <OrderChoices page={page} />
                <AssetList page={page} onOpen={open} reach={() => setSnapPoint("half")} />
              </>
            ) : (
              <CompactAssetCard page={page} guid={selected} onClose={() => open(null)} />
            )}
          </BottomSheet>
        )}
        <LazyPanel page={page} form="sheet" />
      </div>
      {/* Below a panel there is no room for it, so it is hidden and not removed. */}
      <div className={classes["past"]} data-away={isPanel || undefined}>
        <LazyPlayback page={page} />
      </div>
      <AccessibleMapList positions={page.positions} fences={page.state.fences} />
    </div>
  );
}
