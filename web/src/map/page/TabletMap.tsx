import { IconList } from "@tabler/icons-react";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FloorMenu } from "../layers/FloorMenu.tsx";
import { floorsFit } from "../layers/floorsFit.ts";
import { FloorSwitcher } from "../layers/FloorSwitcher.tsx";
import { floorSwitcherOf } from "../layers/floorSwitcherOf.ts";
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
import { useFreeHeight } from "./useFreeHeight.ts";
import { useMapEscape } from "./useMapEscape.ts";
import { usePlaceSelection } from "../model/usePlaceSelection.ts";
import type { MapPageModel } from "../model/useMapPage.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { useDrawer } from "./useDrawer.ts";

/** The map page between phone and desk: the map fills the page, the list is a drawer over it, the card is at its side. */
export function TabletMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  const part = useRef<HTMLDivElement>(null);
  const freePx = useFreeHeight(part);
  // A card is at the right of a wide window, and below the map of any other.
  const isWide = useMediaQuery("(orientation: landscape)", false, { getInitialValueInEffect: false });
  const isLow = useMediaQuery("(max-height: 599px)", false, { getInitialValueInEffect: false });
  const drawer = useDrawer(page.panel);
  const { isDrawn, setDrawn, isOpen, isPanel } = drawer;
  // Below a low map there is one strip: the card's or the player's.
  const isCardAway = drawer.isCardAway || (isLow && page.playback.span !== null);
  const [bearing, setBearing] = useState(0);
  const { setFollowing, selected, handle } = page;
  // The asset that a panel is about is brought into view.
  const showSubject = useEffectEvent(() => {
    if (selected !== null) handle.current?.show(selected);
  });
  useEffect(() => {
    if (isPanel) showSubject();
  }, [isPanel]);
  const { place, select, state } = usePlaceSelection(page);
  const opener = useRef<HTMLButtonElement>(null);
  const choose = useCallback<MapSelection["select"]>(
    (guid, bringIntoView) => {
      setDrawn(false);
      select(guid, bringIntoView);
    },
    [select, setDrawn],
  );
  useMapEscape(page, { place, select }, { drawer: { isOpen: isDrawn, close: () => setDrawn(false) } });
  const floors = floorSwitcherOf(page);
  return (
    <div className={classes["stage"]} ref={frame}>
      <div className={classes["main"]} data-map-stage>
        <LazySiteMap
          state={state}
          label={t("map.label", { site: page.site.name })}
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
          <div ref={part} className={classes["free"]} data-wide={isWide || undefined}>
            <div className={classes["tools"]} data-over-map>
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
            <div className={classes["floors"]} data-over-map>
              {floorsFit(page.plans, freePx, !isWide) ? (
                <FloorSwitcher {...floors} />
              ) : (
                <FloorMenu {...floors} floor={page.floor} />
              )}
            </div>
            <ScaleBar ref={scale} />
            <MapControls page={page} bearing={bearing} frame={frame} isLeft={isWide} />
            <RulerChip page={page} />
            <PausedChip page={page} />
            {page.plans.length === 0 ? <NoFloors site={page.site} /> : null}
          </div>
          {isPanel ? (
            <div className={classes["side"]} data-over-map>
              <LazyPanel page={page} form="over" />
            </div>
          ) : null}
          {/* The drawer takes the card's place while it is open, and so does a panel. */}
          {place === null || isCardAway ? null : (
            <div className={classes["card"]} data-over-map>
              <PlaceCard place={place} form="filling" page={page} onSelect={choose} />
            </div>
          )}
          {selected === null || isCardAway ? null : (
            <section className={classes["card"]} data-over-map aria-label={t("card.title")}>
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
