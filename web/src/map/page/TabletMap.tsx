import { IconList } from "@tabler/icons-react";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FloorMenu } from "../layers/FloorMenu.tsx";
import { floorsFit } from "../layers/floorsFit.ts";
import { FloorSwitcher } from "../layers/FloorSwitcher.tsx";
import { LazySiteMap } from "../../mapEngine/LazySiteMap.tsx";
import { LazyPanel } from "./LazyPanel.tsx";
import { LazyPlayback } from "./LazyPlayback.tsx";
import { LegendButton } from "../layers/Legend.tsx";
import { ListDrawer } from "./ListDrawer.tsx";
import { MapControls } from "../controls/MapControls.tsx";
import { AccessibleMapList } from "../list/AccessibleMapList.tsx";
import { NoFloors } from "../setUp/NoFloors.tsx";
import { PausedChip } from "../controls/PausedChip.tsx";
import { CompactAssetCard } from "../cards/CompactAssetCard.tsx";
import { PlaceCard } from "../cards/PlaceCard.tsx";
import { RulerChip } from "../controls/RulerChip.tsx";
import { ScaleBar, type ScaleHandle } from "../../basemap/ScaleBar.tsx";
import classes from "./TabletMap.module.css";
import { type FreePart, useFreePart } from "./useFreePart.ts";
import { useEscape } from "./useEscape.ts";
import { usePlaceSelection } from "../model/usePlaceSelection.ts";
import type { MapPageModel } from "../model/useMapPage.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { useDrawer } from "./useDrawer.ts";

const lowPx = 420;

/** The space for the buttons around the plan, in the part that no panel covers. In a low part they are beside the plan. */
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

/** The map page between phone and desk: the map fills the page, the list is a drawer over it, the card is at its side. */
export function TabletMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  const part = useRef<HTMLDivElement>(null);
  const free = useFreePart(part);
  const padding = useMemo(() => paddingOf(free), [free]);
  const drawer = useDrawer(page.panel);
  const { isDrawn, setDrawn, isOpen, isPanel, isCardAway } = drawer;
  const [bearing, setBearing] = useState(0);
  const { setFollowing, selected, handle } = page;
  // The asset that a panel is about is shown beside the panel, not underneath it.
  const beside = useEffectEvent((_free: FreePart) => {
    if (isPanel && selected !== null) handle.current?.show(selected);
  });
  useEffect(() => beside(free), [free]);
  const { place, select, state } = usePlaceSelection(page);
  const opener = useRef<HTMLButtonElement>(null);
  const choose = useCallback<MapSelection["select"]>(
    (guid, bringIntoView) => {
      setDrawn(false);
      select(guid, bringIntoView);
    },
    [select, setDrawn],
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
      <div className={classes["main"]}>
        <LazySiteMap
          state={state}
          label={t("map.label", { site: page.site.name })}
          padding={padding}
          centre={page.site}
          camera={page.camera}
          onMoveEnd={page.setCamera}
          onMeasured={(metres) => page.ruler.current?.show(metres)}
          handle={handle}
          onSelect={(guid) => (isDrawn && guid === null ? setDrawn(false) : choose(guid))}
          onView={useCallback((camera: { bearing: number; pxPerM: number }) => {
            scale.current?.show(camera.pxPerM);
            setBearing(Math.round(camera.bearing));
          }, [])}
          onFollowEnd={useCallback(() => setFollowing(false), [setFollowing])}
        />
        <div className={classes["over"]}>
          <ListDrawer page={page} drawer={drawer} onOpen={choose} opener={opener} />
          <div ref={part} className={classes["free"]}>
            <div className={classes["tools"]}>
              {isOpen ? null : (
                <button
                  ref={opener}
                  type="button"
                  className={classes["tool"]}
                  data-words
                  aria-expanded={false}
                  onClick={drawer.open}
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
          {isPanel ? (
            <div className={classes["side"]}>
              <LazyPanel page={page} form="over" />
            </div>
          ) : null}
          {/* The drawer takes the card's place while it is open, and so does a panel. */}
          {place === null || isCardAway ? null : (
            <div className={classes["card"]}>
              <PlaceCard place={place} form="filling" page={page} onSelect={choose} />
            </div>
          )}
          {selected === null || isCardAway ? null : (
            <section className={classes["card"]} aria-label={t("card.title")}>
              <CompactAssetCard page={page} guid={selected} onClose={() => select(null)} />
            </section>
          )}
        </div>
      </div>
      <LazyPlayback page={page} />
      <AccessibleMapList positions={page.positions} fences={page.state.fences} />
    </div>
  );
}
