import { useTranslation } from "react-i18next";
import type { LiveAsset } from "../../live/liveStore.ts";
import { isLow } from "../../mapEngine/scene/spriteKeys.ts";
import { metresText } from "../../text/translate.ts";
import { Battery } from "../../ui/Battery.tsx";
import { nearestText } from "./assetFacts.ts";
import { Fact } from "./Fact.tsx";

/** How long ago an asset was seen; its text is written by the card's ticker. */
export function LastSeenFact({ guid }: { guid: string }) {
  const { t } = useTranslation();
  return (
    <Fact name={t("card.lastSeen")}>
      <time data-guid={guid} data-form="ago" />
    </Fact>
  );
}

/** The radius within which an asset is. */
export function AccuracyFact({ name, asset }: { name: string; asset: LiveAsset }) {
  const { t } = useTranslation();
  return <Fact name={name}>{asset.accuracy === null ? t("card.none") : metresText(asset.accuracy)}</Fact>;
}

export function NearestGatewayFact({ asset }: { asset: LiveAsset }) {
  const { t } = useTranslation();
  return <Fact name={t("card.nearest")}>{nearestText(asset, t)}</Fact>;
}

export function BatteryFact({ asset }: { asset: LiveAsset }) {
  const { t } = useTranslation();
  const percent = asset.batteryLevel;
  return (
    <Fact name={t("card.battery")}>
      {percent === null ? (
        t("card.none")
      ) : (
        <Battery
          percent={percent}
          isLow={isLow(asset)}
          label={t("battery.label", { percent })}
          text={t("unit.percent", { value: percent })}
        />
      )}
    </Fact>
  );
}
