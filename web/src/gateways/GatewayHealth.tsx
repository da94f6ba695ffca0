import type { Hardware } from "@pulse/contract/gateways";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { FormSection } from "../form/FormSection.tsx";
import { numberText } from "../text/numbers.ts";
import { ExchangePlaces } from "./ExchangePlaces.tsx";
import { ConnectionNow } from "./ConnectionNow.tsx";
import { useConnection, useLiveGateway } from "./gateways.api.ts";
import { faultText } from "./gatewayFaults.ts";
import classes from "./Gateways.module.css";

const counts = ["messages", "gaps", "undecodable", "duplicates", "throttled", "mismatched"] as const;

/** The health of a gateway: whether it is heard, its faults, and the figures behind them. */
export function GatewayHealth({ gateway, scope }: { gateway: Hardware; scope: Scope }) {
  const { t } = useTranslation();
  const { data: connection } = useConnection(gateway.id);
  const now = useLiveGateway(gateway, scope.siteId) ?? gateway;
  const { health, diagnostics } = now;
  return (
    <FormSection title={t("gateways.health")} isBare>
      <div className={classes["health"]}>
        {connection === undefined ? null : <ConnectionNow connection={connection} />}
        {health.map((each) => (
          <p key={each} data-health={each}>
            <b>{faultText(each, now)}</b> {t(`gateways.healthWhy.${each}`)}
          </p>
        ))}
        {now.swappedWith ? <ExchangePlaces gateway={now} otherId={now.swappedWith} siteId={scope.siteId} /> : null}
        {diagnostics === undefined ? null : (
          <dl>
            <dt>{t("gateways.diagnostics.clock")}</dt>
            <dd>
              {/* Plus zero: a small negative offset rounds to a zero with a minus. */}
              {diagnostics.clockOffsetMs === null
                ? t("gateways.diagnostics.noClock")
                : `${numberText(Math.round(diagnostics.clockOffsetMs / 1000) + 0)} s`}
            </dd>
            {counts.map((key) => (
              <div key={key} data-none={diagnostics[key] === 0 || undefined}>
                <dt>{t(`gateways.diagnostics.${key}`)}</dt>
                <dd>{numberText(diagnostics[key])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </FormSection>
  );
}
