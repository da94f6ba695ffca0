import { useMergedRef } from "@mantine/hooks";
import { getAsset } from "@pulse/contract/assets";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import { assetIcon } from "../../ui/assetIcons.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { toastsAbove } from "../../ui/toastsAbove.ts";
import { AssetActions } from "./AssetActions.tsx";
import classes from "./AssetCard.module.css";
import { AccuracyFact, BatteryFact, LastSeenFact, NearestGatewayFact } from "./AssetCardFacts.tsx";
import { Fact } from "./Fact.tsx";
import { ReceivingGateways } from "./ReceivingGateways.tsx";
import { type AssetCardPage, useAssetCard } from "./useAssetCard.ts";

// Loaded when a card is opened: the map itself does not need it.
const RingOnCard = lazy(() => import("../../trackers/RingOnCard.tsx"));

/** The card of the selected asset over the desk's map. */
export function AssetCard({ page, guid }: { page: AssetCardPage; guid: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { card, content } = useAssetCard<HTMLElement>(page, guid);
  const edge = useMergedRef(card, toastsAbove);
  const assetId = content?.asset.assetId;
  const { data: stored } = useQuery({
    queryKey: ["asset", assetId],
    enabled: assetId !== undefined,
    queryFn: ({ signal }) => api.call(getAsset, { params: { id: assetId ?? "" }, signal }),
  });
  if (content === null) return null;
  const { asset, status, title, where } = content;
  const Icon = assetIcon(asset.type).Component;
  const mac = stored?.linkedTrackers.find(({ id }) => id === asset.trackerId)?.mac ?? stored?.linkedTrackers[0]?.mac;
  return (
    <section ref={edge} className={classes["card"]} data-over-map tabIndex={-1} aria-label={title}>
      <div className={classes["picture"]}>
        <Icon size={52} stroke={1.1} aria-hidden="true" />
      </div>
      <div className={classes["body"]}>
        <div className={classes["head"]}>
          <div>
            <h2>{title}</h2>
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
            onClick={({ detail }) => {
              page.select(null);
              // Pressed by a key: it goes on in the list.
              if (detail === 0) page.focus.go("list", guid);
            }}
          >
            <IconX size={17} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <dl className={classes["facts"]}>
          <LastSeenFact guid={guid} />
          <AccuracyFact name={t("card.within")} asset={asset} />
          <BatteryFact asset={asset} />
          <NearestGatewayFact asset={asset} />
          <Fact name={t("card.tracker")}>
            <span className={classes["mono"]}>{mac ?? t("card.none")}</span>
          </Fact>
        </dl>
        <ReceivingGateways asset={asset} />
        <div className={classes["actions"]}>
          <AssetActions page={page} guid={guid}>
            {asset.trackerId === null ? null : (
              <Suspense>
                <RingOnCard tracker={{ id: asset.trackerId, name: asset.name }} />
              </Suspense>
            )}
          </AssetActions>
        </div>
      </div>
    </section>
  );
}
