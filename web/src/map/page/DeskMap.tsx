import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AssetCard } from "../cards/AssetCard.tsx";
import { AssetPanel } from "../list/AssetPanel.tsx";
import { FloorSwitcher } from "../layers/FloorSwitcher.tsx";
import { floorSwitcherOf } from "../layers/floorSwitcherOf.ts";
import { LazySiteMap } from "../../mapEngine/LazySiteMap.tsx";
import { LazyPanel } from "./LazyPanel.tsx";
import { LazyPlayback } from "./LazyPlayback.tsx";
import { Legend } from "../layers/Legend.tsx";
import { MapControls } from "../controls/MapControls.tsx";
import classes from "./MapPage.module.css";
import { AccessibleMapList } from "../list/AccessibleMapList.tsx";
import { NoFloors } from "../setUp/NoFloors.tsx";
import { PausedChip } from "../controls/PausedChip.tsx";
import { PlaceCard } from "../cards/PlaceCard.tsx";
import { RulerChip } from "../controls/RulerChip.tsx";
import { ScaleBar, type ScaleHandle } from "../../basemap/ScaleBar.tsx";
import { useMapEscape } from "./useMapEscape.ts";
import { usePlaceSelection } from "../model/usePlaceSelection.ts";
import type { MapPageModel } from "../model/useMapPage.ts";

/** The map page with the list at its left. */
export function DeskMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  const [bearing, setBearing] = useState(0);
  const { setFollowing, playback } = page;
  const { place, select, state } = usePlaceSelection(page);
  // An asset's history takes the list's place, and says more than its card.
  const isHistory = playback.span !== null && playback.span.of.length > 0;
  const isPanel = page.panel.name !== null;
  useMapEscape(page, { place, select });
  const view = useCallback((camera: { bearing: number; pxPerM: number }) => {
    scale.current?.show(camera.pxPerM);
    setBearing(Math.round(camera.bearing));
  }, []);
  return (
    <div
      className={classes["split"]}
      data-past={playback.span === null && page.pause.sinceMs === null ? undefined : ""}
    >
      {isHistory || isPanel ? null : <AssetPanel page={page} />}
      <LazyPanel page={page} form="panel" />
      <div className={classes["stage"]} ref={frame} data-map-stage>
        <LazySiteMap
          state={state}
          label={t("map.label", { site: page.site.name })}
          centre={page.site}
          camera={page.camera}
          onMoveEnd={page.setCamera}
          onMeasured={(metres) => page.ruler.current?.show(metres)}
          handle={page.handle}
          onSelect={select}
          onView={view}
          onFollowEnd={useCallback(() => setFollowing(false), [setFollowing])}
        />
        <Legend page={page} />
        <div className={classes["corner"]} data-over-map>
          <FloorSwitcher {...floorSwitcherOf(page)} />
        </div>
        <ScaleBar ref={scale} />
        <MapControls page={page} bearing={bearing} frame={frame} />
        <RulerChip page={page} />
        <PausedChip page={page} />
        {page.plans.length === 0 ? <NoFloors site={page.site} /> : null}
        {page.selected === null || isHistory ? null : <AssetCard page={page} guid={page.selected} />}
        {place === null ? null : <PlaceCard place={place} form="floating" page={page} onSelect={select} />}
      </div>
      <LazyPlayback page={page} hasPanel={!isPanel} />
      <AccessibleMapList positions={page.positions} fences={page.state.fences} />
    </div>
  );
}
