import { IconCurrentLocation, IconX } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConnectionWords } from "../shell/ConnectionWords.tsx";
import { UserMenu } from "../frame/UserMenu.tsx";
import { SiteSwitcher } from "../sites/SiteSwitcher.tsx";
import { AssetList } from "./AssetList.tsx";
import { FloorMenu } from "./FloorMenu.tsx";
import { LegendButton } from "./Legend.tsx";
import { OrderChoices, ScopeChoice } from "./ListChoices.tsx";
import { CompassNeedle } from "./CompassNeedle.tsx";
import { GatewayCard } from "./GatewayCard.tsx";
import { LazyMap } from "./LazyMap.tsx";
import { MirrorList } from "./MirrorList.tsx";
import { NoFloors } from "./NoFloors.tsx";
import { PhoneCard } from "./PhoneCard.tsx";
import classes from "./PhoneMap.module.css";
import { Sheet, type Stop } from "./Sheet.tsx";
import { StatusChips } from "./StatusChips.tsx";
import { useGatewaySelection } from "./useGatewaySelection.ts";
import type { MapPageModel } from "./useMapPage.ts";

const padding = { top: 112, right: 24, bottom: 112, left: 24 };

/** The map page of a phone: the map to all edges, search and chips on top, list or card in a sheet. */
export function PhoneMap({ page }: { page: MapPageModel }) {
  const { t } = useTranslation();
  const [stop, setStop] = useState<Stop>("peek");
  const [bearing, setBearing] = useState(0);
  const { filter, setFilter, setFollowing, selected } = page;
  const { gateway, select, state } = useGatewaySelection(page);
  const open = useCallback(
    (guid: string | null, bringIntoView = false) => {
      select(guid, bringIntoView);
      setStop(guid === null ? "peek" : "half");
    },
    [select],
  );
  return (
    <div className={classes["page"]} data-stop={stop}>
      <LazyMap
        state={state}
        label={t("map.label", { site: page.site.name })}
        padding={
          selected === null && gateway === null
            ? padding
            : { ...padding, bottom: Math.round(window.innerHeight * 0.47) }
        }
        centre={page.site}
        handle={page.handle}
        onSelect={open}
        onView={useCallback((camera: { bearing: number }) => setBearing(Math.round(camera.bearing)), [])}
        onFollowEnd={useCallback(() => setFollowing(false), [setFollowing])}
      />
      <div className={classes["top"]}>
        <div className={classes["search"]}>
          <SiteSwitcher isCompact />
          <input
            type="text"
            aria-label={t("assets.filter")}
            placeholder={t("assets.filterShort")}
            value={filter.text}
            onFocus={() => setStop("full")}
            onChange={({ currentTarget }) => setFilter({ text: currentTarget.value })}
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
          <UserMenu />
        </div>
        <div className={classes["strip"]}>
          <StatusChips chip={filter.chip} counts={page.counts} onChip={(chip) => setFilter({ chip })} />
        </div>
        <div className={classes["row"]}>
          <ConnectionWords />
          <FloorMenu
            plans={page.plans}
            floor={page.floor}
            shown={page.state.shownFloorIds}
            counts={page.floorCounts}
            onChoose={page.chooseFloor}
          />
        </div>
      </div>
      <div className={classes["buttons"]}>
        <LegendButton layers={page.layers} onLayers={page.setLayers} className={undefined} />
        {bearing === (page.plans[0]?.rotationDeg ?? 0) ? null : (
          <button type="button" aria-label={t("map.turn")} onClick={() => page.handle.current?.turn()}>
            <CompassNeedle bearing={bearing} />
          </button>
        )}
        <button type="button" aria-label={t("map.fit")} onClick={() => page.handle.current?.fit()}>
          <IconCurrentLocation size={21} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      {page.plans.length === 0 ? <NoFloors site={page.site} /> : null}
      <Sheet stop={stop} onStop={setStop}>
        {gateway !== null ? (
          <GatewayCard gateway={gateway} form="filling" siteId={page.site.id} onSelect={open} />
        ) : selected === null ? (
          <>
            <div className={classes["head"]}>
              <h1>{t("assets.title")}</h1>
              <ScopeChoice page={page} />
            </div>
            <OrderChoices page={page} />
            <AssetList page={page} onOpen={open} />
          </>
        ) : (
          <PhoneCard page={page} guid={selected} onClose={() => open(null)} />
        )}
      </Sheet>
      <MirrorList />
    </div>
  );
}
