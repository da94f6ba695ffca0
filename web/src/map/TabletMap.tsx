import { IconList, IconPin, IconPinFilled, IconX } from "@tabler/icons-react";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AssetPanel } from "./AssetPanel.tsx";
import { FloorMenu } from "./FloorMenu.tsx";
import { floorsFit } from "./floorsFit.ts";
import { FloorSwitcher } from "./FloorSwitcher.tsx";
import { LazyMap } from "./LazyMap.tsx";
import { LazyPanel } from "./LazyPanel.tsx";
import { LazyPast } from "./LazyPast.tsx";
import { LegendButton } from "./Legend.tsx";
import { MapControls } from "./MapControls.tsx";
import { MirrorList } from "./MirrorList.tsx";
import { NoFloors } from "./NoFloors.tsx";
import { PausedChip } from "./PausedChip.tsx";
import { PhoneCard } from "./PhoneCard.tsx";
import { PlaceCard } from "./PlaceCard.tsx";
import { RulerChip } from "./RulerChip.tsx";
import { ScaleBar, type ScaleHandle } from "../basemap/ScaleBar.tsx";
import classes from "./TabletMap.module.css";
import { type FreePart, useFreePart } from "./useFreePart.ts";
import { useEscape } from "./useEscape.ts";
import { usePlaceSelection } from "./usePlaceSelection.ts";
import type { MapPageModel } from "./useMapPage.ts";
import { usePinnedList } from "./usePinnedList.ts";

const lowPx = 420;

/** Around the plan, inside the part that no panel covers: the buttons at its edges. A low one has them beside the plan. */
function paddingOf({ top, right, bottom, left, heightPx }: FreePart) {
  const around =
    heightPx < lowPx ? { top: 12, right: 64, bottom: 12, left: 64 } : { top: 68, right: 64, bottom: 44, left: 20 };
  return {
    top: top + around.top,
    right: right + around.right,
    bottom: bottom + around.bottom,
    left: left + around.left,
  };
}

/** The map page between phone and desk: the map has all the room, the list is a drawer over it, the card is beside. */
export function TabletMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  const part = useRef<HTMLDivElement>(null);
  const free = useFreePart(part);
  const padding = useMemo(() => paddingOf(free), [free]);
  const { hasRoom, isPinned, setPinned } = usePinnedList();
  const [isDrawn, setDrawn] = useState(false);
  const [bearing, setBearing] = useState(0);
  const isOpen = isDrawn || isPinned;
  const { setFollowing, selected } = page;
  const { place, select, state } = usePlaceSelection(page);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useFocusOfDrawer(isDrawn && !isPinned, panel, opener);
  const choose = useCallback<MapPageModel["select"]>(
    (guid, bringIntoView) => {
      setDrawn(false);
      select(guid, bringIntoView);
    },
    [select],
  );
  const isAnyCard = selected !== null || place !== null;
  useEscape(page.isMeasuring || isDrawn || isAnyCard, () => {
    if (page.isMeasuring) page.setMeasuring(false);
    else if (isDrawn) setDrawn(false);
    else select(null);
  });
  const floors = { plans: page.plans, shown: page.state.shownFloorIds, counts: page.floorCounts };
  return (
    <div className={classes["stage"]} ref={frame}>
      <LazyMap
        state={state}
        label={t("map.label", { site: page.site.name })}
        padding={padding}
        centre={page.site}
        camera={page.camera}
        onRest={page.setCamera}
        onMeasured={(metres) => page.ruler.current?.show(metres)}
        handle={page.handle}
        onSelect={(guid) => (isDrawn && guid === null ? setDrawn(false) : choose(guid))}
        onView={useCallback((camera: { bearing: number; pxPerM: number }) => {
          scale.current?.show(camera.pxPerM);
          setBearing(Math.round(camera.bearing));
        }, [])}
        onFollowEnd={useCallback(() => setFollowing(false), [setFollowing])}
      />
      <div className={classes["over"]}>
        <div
          ref={panel}
          className={classes["drawer"]}
          tabIndex={-1}
          role="presentation"
          data-closed={!isOpen || undefined}
          data-pinned={isPinned || undefined}
          onKeyDown={({ key }) => {
            if (key === "Escape") setDrawn(false);
          }}
        >
          <AssetPanel
            page={page}
            onOpen={choose}
            tools={
              <>
                <i className={classes["spring"]} />
                {hasRoom ? (
                  <button
                    type="button"
                    className={classes["panelTool"]}
                    aria-pressed={isPinned}
                    aria-label={t("map.pinList")}
                    onClick={() => {
                      setPinned(!isPinned);
                      setDrawn(isPinned);
                    }}
                  >
                    {isPinned ? (
                      <IconPinFilled size={18} aria-hidden="true" />
                    ) : (
                      <IconPin size={18} stroke={1.75} aria-hidden="true" />
                    )}
                  </button>
                ) : null}
                {isPinned ? null : (
                  <button
                    type="button"
                    className={classes["panelTool"]}
                    aria-label={t("map.closeList")}
                    onClick={() => setDrawn(false)}
                  >
                    <IconX size={20} stroke={1.75} aria-hidden="true" />
                  </button>
                )}
              </>
            }
          />
        </div>
        <div ref={part} className={classes["free"]}>
          <div className={classes["tools"]}>
            {isOpen ? null : (
              <button
                ref={opener}
                type="button"
                className={classes["tool"]}
                data-words
                aria-expanded={false}
                onClick={() => setDrawn(true)}
              >
                <IconList size={20} stroke={1.75} aria-hidden="true" />
                {t("assets.title")} <b>{page.rows.length}</b>
              </button>
            )}
            <LegendButton page={page} className={classes["tool"]} />
          </div>
          <div className={classes["floors"]}>
            {floorsFit(page.plans, free.heightPx) ? (
              <FloorSwitcher {...floors} onChoose={page.chooseFloor} />
            ) : (
              <FloorMenu {...floors} floor={page.floor} onChoose={page.chooseFloor} />
            )}
          </div>
          <ScaleBar ref={scale} />
          <MapControls page={page} bearing={bearing} frame={frame} />
          <RulerChip page={page} />
          <PausedChip page={page} />
          {page.plans.length === 0 ? <NoFloors site={page.site} /> : null}
        </div>
        {/* The drawer takes the card's place for as long as it is open. */}
        {place === null || isDrawn ? null : (
          <div className={classes["card"]}>
            <PlaceCard place={place} form="filling" page={page} onSelect={choose} />
          </div>
        )}
        {selected === null || isDrawn ? null : (
          <section className={classes["card"]} aria-label={t("card.title")}>
            <PhoneCard page={page} guid={selected} onClose={() => select(null)} />
          </section>
        )}
      </div>
      <LazyPanel page={page} form="over" />
      <div className={classes["past"]}>
        <LazyPast page={page} />
      </div>
      <MirrorList positions={page.positions} fences={page.state.fences} />
    </div>
  );
}

/** The focus goes into the drawer as it opens, and back to its button. */
function useFocusOfDrawer(
  isOpen: boolean,
  panel: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen) panel.current?.focus({ preventScroll: true });
    else opener.current?.focus({ preventScroll: true });
  }, [isOpen, panel, opener]);
}
