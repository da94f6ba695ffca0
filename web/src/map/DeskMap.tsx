import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AssetCard } from "./AssetCard.tsx";
import { AssetPanel } from "./AssetPanel.tsx";
import { GatewayCard } from "./GatewayCard.tsx";
import { FloorSwitcher } from "./FloorSwitcher.tsx";
import { LazyMap } from "./LazyMap.tsx";
import { Legend } from "./Legend.tsx";
import { MapControls } from "./MapControls.tsx";
import classes from "./MapPage.module.css";
import { MirrorList } from "./MirrorList.tsx";
import { NoFloors } from "./NoFloors.tsx";
import { ScaleBar, type ScaleHandle } from "./ScaleBar.tsx";
import { useEscape } from "./useEscape.ts";
import { useGatewaySelection } from "./useGatewaySelection.ts";
import type { MapPageModel } from "./useMapPage.ts";

const padding = { top: 62, right: 56, bottom: 44, left: 56 };
// The card's 176 px and its distances.
const paddingAboveCard = { ...padding, bottom: 208 };

/** The map page with the list at its left. */
export function DeskMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  const [bearing, setBearing] = useState(0);
  const { setFollowing } = page;
  const { gateway, select, state } = useGatewaySelection(page);
  useEscape(page.selected !== null || gateway !== null, () => select(null));
  const view = useCallback((camera: { bearing: number; pxPerM: number }) => {
    scale.current?.show(camera.pxPerM);
    setBearing(Math.round(camera.bearing));
  }, []);
  return (
    <div className={classes["split"]}>
      <AssetPanel page={page} />
      <div className={classes["stage"]} ref={frame}>
        <LazyMap
          state={state}
          label={t("map.label", { site: page.site.name })}
          padding={page.selected === null && gateway === null ? padding : paddingAboveCard}
          centre={page.site}
          handle={page.handle}
          onSelect={select}
          onView={view}
          onFollowEnd={useCallback(() => setFollowing(false), [setFollowing])}
        />
        <Legend layers={page.layers} onLayers={page.setLayers} />
        <div className={classes["corner"]}>
          <FloorSwitcher
            plans={page.plans}
            shown={page.state.shownFloorIds}
            counts={page.floorCounts}
            onChoose={page.chooseFloor}
          />
        </div>
        <ScaleBar ref={scale} />
        <MapControls bearing={bearing} handle={page.handle} frame={frame} />
        {page.plans.length === 0 ? <NoFloors site={page.site} /> : null}
        {page.selected === null ? null : <AssetCard page={page} guid={page.selected} />}
        {gateway === null ? null : (
          <GatewayCard gateway={gateway} form="floating" siteId={page.site.id} onSelect={select} />
        )}
      </div>
      <MirrorList />
    </div>
  );
}
