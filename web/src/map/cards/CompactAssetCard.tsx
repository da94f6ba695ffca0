import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { AssetActions } from "./AssetActions.tsx";
import { AccuracyFact, BatteryFact, LastSeenFact, NearestGatewayFact } from "./AssetCardFacts.tsx";
import classes from "./CompactAssetCard.module.css";
import { Fact } from "./Fact.tsx";
import { ReceivingGateways } from "./ReceivingGateways.tsx";
import { type AssetCardPage, useAssetCard } from "./useAssetCard.ts";

interface Props {
  page: AssetCardPage;
  guid: string;
  onClose(): void;
}

/** The selected asset in a phone's sheet or at the side of a tablet. */
export function CompactAssetCard({ page, guid, onClose }: Props) {
  const { t } = useTranslation();
  const { card, content } = useAssetCard<HTMLDivElement>(page, guid);
  if (content === null) return null;
  const { asset, status, title, where } = content;
  return (
    <div ref={card} className={classes["card"]} tabIndex={-1} role="group" aria-label={title}>
      <div className={classes["head"]} data-peek>
        <div>
          <h2>{title}</h2>
          <p>{[page.site.name, ...where].join(" · ")}</p>
        </div>
        <StatusBadge kind={status} text={t(`status.${status}`)} isLarge />
        <button type="button" aria-label={t("card.close")} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div className={classes["actions"]}>
        <AssetActions page={page} guid={guid} isCompact />
      </div>
      <dl className={classes["facts"]}>
        <LastSeenFact guid={guid} />
        <AccuracyFact name={t("card.goodTo")} asset={asset} />
        <NearestGatewayFact asset={asset} />
        <BatteryFact asset={asset} />
        <Fact name={t("card.type")}>{asset.type}</Fact>
      </dl>
      <ReceivingGateways asset={asset} />
    </div>
  );
}
