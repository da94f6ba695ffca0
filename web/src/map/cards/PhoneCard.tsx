import { IconCurrentLocation, IconHistory, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { metresText } from "../../text/translate.ts";
import { Battery } from "../../ui/Battery.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { nearestText, titleOf, whereOf } from "./assetFacts.ts";
import { isLow } from "../../mapEngine/spriteKeys.ts";
import { ReceivingGateways } from "./ReceivingGateways.tsx";
import { lastSpan } from "../playback/lastSpan.ts";
import classes from "./PhoneCard.module.css";
import { useAsset } from "./useAsset.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import { useAgeTicker } from "../list/useAgeTicker.ts";
import { RouteButton } from "../route/RouteButton.tsx";
import { ExplanationButton } from "../explanation/ExplanationButton.tsx";

interface Props {
  page: MapViewControls & MapData & MapSelection;
  guid: string;
  onClose(): void;
}

/** The selected asset in a phone's sheet. */
export function PhoneCard({ page, guid, onClose }: Props) {
  const { t } = useTranslation();
  const card = useRef<HTMLDivElement>(null);
  useAgeTicker(card, page.positions);
  const asset = useAsset(page.positions, guid);
  const status = page.selectedStatus;
  if (asset === null || status === null) return null;
  return (
    <div ref={card} className={classes["card"]}>
      <div className={classes["head"]} data-peek>
        <div>
          <h2>{titleOf(asset)}</h2>
          <p>{[page.site.name, ...whereOf(page.site.name, asset, t)].join(" · ")}</p>
        </div>
        <StatusBadge kind={status} text={t(`status.${status}`)} isLarge />
        <button type="button" aria-label={t("card.close")} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div className={classes["actions"]}>
        <button
          type="button"
          aria-pressed={page.isFollowing}
          disabled={status === "never"}
          onClick={() => page.setFollowing(!page.isFollowing)}
        >
          <IconCurrentLocation size={21} stroke={1.8} aria-hidden="true" />
          {page.isFollowing ? t("card.following") : t("card.follow")}
        </button>
        <button type="button" data-quiet onClick={() => page.past.open(lastSpan(page.positions.nowMs(), guid))}>
          <IconHistory size={21} stroke={1.8} aria-hidden="true" />
          {t("card.history")}
        </button>
        <RouteButton page={page} guid={guid} isPlain />
        <ExplanationButton page={page} guid={guid} isPlain />
      </div>
      <dl className={classes["facts"]}>
        <Fact name={t("card.lastSeen")}>
          <time data-guid={guid} data-form="ago" />
        </Fact>
        <Fact name={t("card.goodTo")}>{asset.accuracy === null ? t("card.none") : metresText(asset.accuracy)}</Fact>
        <Fact name={t("card.nearest")}>{nearestText(asset, t)}</Fact>
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
        <Fact name={t("card.type")}>{asset.type}</Fact>
      </dl>
      <ReceivingGateways asset={asset} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
