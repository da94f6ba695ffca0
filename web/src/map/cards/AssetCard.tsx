import { useMergedRef } from "@mantine/hooks";
import { getAsset } from "@pulse/contract/assets";
import { Button } from "@mantine/core";
import { IconCurrentLocation, IconHistory, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, lazy, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toastsAbove } from "../../ui/toastsAbove.ts";
import { useServices } from "../../services.tsx";
import { metresText } from "../../text/translate.ts";
import { assetIcon } from "../../ui/assetIcons.ts";
import { Battery } from "../../ui/Battery.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Fact } from "./Fact.tsx";
import classes from "./AssetCard.module.css";
import { nearestText, titleOf, whereOf } from "./assetFacts.ts";
import { isLow } from "../../mapEngine/spriteKeys.ts";
import { ReceivingGateways } from "./ReceivingGateways.tsx";
import { lastSpan } from "../playback/lastSpan.ts";
import { useAsset } from "./useAsset.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import { useAgeTicker } from "../list/useAgeTicker.ts";
import { RouteButton } from "../route/RouteButton.tsx";
import { ExplanationButton } from "../explanation/ExplanationButton.tsx";

// Loaded when a card is opened: the map itself does not need it.
const RingOnCard = lazy(() => import("../../trackers/RingOnCard.tsx"));

/** The card of the selected asset. */
export function AssetCard({ page, guid }: { page: MapViewControls & MapData & MapSelection; guid: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const card = useRef<HTMLElement>(null);
  const edge = useMergedRef(card, toastsAbove);
  useAgeTicker(card, page.positions);
  const asset = useAsset(page.positions, guid);
  const { data: stored } = useQuery({
    queryKey: ["asset", asset?.assetId],
    enabled: asset !== null,
    queryFn: ({ signal }) => api.call(getAsset, { params: { id: asset?.assetId ?? "" }, signal }),
  });
  const status = page.selectedStatus;
  if (asset === null || status === null) return null;
  const Icon = assetIcon(asset.type).Component;
  const mac = stored?.linkedTrackers.find(({ id }) => id === asset.trackerId)?.mac ?? stored?.linkedTrackers[0]?.mac;
  const where = whereOf(page.site.name, asset, t);
  return (
    <section ref={edge} className={classes["card"]} aria-label={titleOf(asset)}>
      <div className={classes["picture"]}>
        <Icon size={52} stroke={1.1} aria-hidden="true" />
      </div>
      <div className={classes["body"]}>
        <div className={classes["head"]}>
          <div>
            <h2>{titleOf(asset)}</h2>
            <p>
              {where.map((place, index) => (
                <Fragment key={place}>
                  {index === 0 ? null : <i>›</i>}
                  {place}
                </Fragment>
              ))}
            </p>
          </div>
          <StatusBadge kind={status} text={t(`status.${status}`)} />
          <button
            type="button"
            className={classes["close"]}
            aria-label={t("card.close")}
            onClick={() => page.select(null)}
          >
            <IconX size={17} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <dl className={classes["facts"]}>
          <Fact name={t("card.lastSeen")}>
            <time data-guid={guid} data-form="ago" />
          </Fact>
          <Fact name={t("card.within")}>{asset.accuracy === null ? t("card.none") : metresText(asset.accuracy)}</Fact>
          <Fact name={t("card.battery")}>
            {asset.batteryLevel === null ? (
              t("card.none")
            ) : (
              <Battery
                percent={asset.batteryLevel}
                isLow={isLow(asset)}
                label={t("battery.label", { percent: asset.batteryLevel })}
                text={t("unit.percent", { value: asset.batteryLevel })}
              />
            )}
          </Fact>
          <Fact name={t("card.nearest")}>{nearestText(asset, t)}</Fact>
          <Fact name={t("card.tracker")}>
            <span className={classes["mono"]}>{mac ?? t("card.none")}</span>
          </Fact>
        </dl>
        <ReceivingGateways asset={asset} />
        <div className={classes["actions"]}>
          <Button
            h={30}
            variant={page.isFollowing ? "default" : "filled"}
            aria-pressed={page.isFollowing}
            disabled={status === "never"}
            leftSection={<IconCurrentLocation size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => page.setFollowing(!page.isFollowing)}
          >
            {page.isFollowing ? t("card.following") : t("card.follow")}
          </Button>
          {asset.trackerId === null ? null : (
            <Suspense>
              <RingOnCard tracker={{ id: asset.trackerId, name: asset.name }} />
            </Suspense>
          )}
          <Button
            h={30}
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => page.past.open(lastSpan(page.positions.nowMs(), guid))}
          >
            {t("card.history")}
          </Button>
          <RouteButton page={page} guid={guid} />
          <ExplanationButton page={page} guid={guid} />
        </div>
      </div>
    </section>
  );
}
