import { getHardware, type HardwareListed } from "@pulse/contract/gateways";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../entity/useCan.ts";
import { nounKeys } from "../../api/queryKeys.ts";
import { useTypeNames } from "../../gateways/gateways.api.ts";
import { useServices } from "../../services/services.tsx";
import { dbmText } from "../../text/translate.ts";
import { When } from "../../time/When.tsx";
import { SignalBars } from "../../ui/SignalBars.tsx";
import { Fact } from "./Fact.tsx";
import classes from "./GatewayCard.module.css";
import { type CardForm, MapCard } from "./MapCard.tsx";

const maxShown = 4;
const everyMs = 10_000;

interface Props {
  gateway: HardwareListed;
  siteId: string;
  form: CardForm;
  /** The time by the server's clock, ms. */
  nowMs(): number;
  onSelect(guid: string | null, bringIntoView?: boolean): void;
}

/** The card of the selected gateway: where it is, its state, and which trackers it receives. */
export function GatewayCard({ gateway, siteId, form, nowMs, onSelect }: Props) {
  const { t } = useTranslation();
  const { api, live } = useServices();
  const mayReadMore = useCan({ all: [{ area: "hardware_management", letter: "r" }] });
  const { data: stored } = useQuery({
    queryKey: nounKeys("hardwares", siteId).one(gateway.id),
    enabled: mayReadMore === true,
    queryFn: ({ signal }) => api.call(getHardware, { params: { id: gateway.id }, signal }),
    refetchInterval: everyMs,
  });
  const typeName = useTypeNames(mayReadMore === true ? siteId : null);
  const { status, lastUpdated } = stored ?? gateway;
  const connected = stored?.beaconsConnected?.toSorted((a, b) => b.rssi - a.rssi);
  const guidOf = (assetId: string): string | null =>
    [...live.all().values()].find((asset) => asset.assetId === assetId)?.guid ?? null;
  return (
    <MapCard form={form} name={gateway.name} line={gateway.location} onClose={() => onSelect(null)}>
      <dl className={classes["facts"]}>
        <Fact name={t("gatewayCard.state")}>
          <span data-state={stored?.health.includes("deaf") ? "deaf" : status}>
            {stored?.health.includes("deaf") ? t("gatewayCard.deaf") : t(`gatewayCard.status.${status}`)}
          </span>
        </Fact>
        <Fact name={t("gatewayCard.lastMessage")}>
          <When at={lastUpdated} format="ago" nowMs={nowMs} />
        </Fact>
        <Fact name={t("gatewayCard.model")}>{typeName(gateway.hardwareType.type)}</Fact>
        {stored === undefined ? null : (
          <Fact name={t("gatewayCard.firmware")}>{stored.firmware ?? t("card.none")}</Fact>
        )}
      </dl>
      {connected === undefined ? null : (
        <div className={classes["heard"]}>
          <h3>{t("gatewayCard.hears", { count: connected.length })}</h3>
          <ul>
            {connected.slice(0, maxShown).map(({ trackerId, name, asset, rssi }) => {
              const guid = asset === null ? null : guidOf(asset.id);
              const what = asset?.name ?? name;
              return (
                <li key={trackerId}>
                  {guid === null ? (
                    <span>{what}</span>
                  ) : (
                    <button type="button" onClick={() => onSelect(guid, true)}>
                      {what}
                    </button>
                  )}
                  <SignalBars dbm={rssi} />
                  {dbmText(rssi)}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </MapCard>
  );
}
