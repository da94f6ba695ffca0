import { Button } from "@mantine/core";
import type { Hardware } from "@pulse/contract/gateways";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { FormSection } from "../form/FormSection.tsx";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { numberText } from "../text/numbers.ts";
import { dbmText } from "../text/translate.ts";
import { SignalBars } from "../ui/SignalBars.tsx";
import { estimatedDistance } from "./estimatedDistance.ts";
import { useLiveGateway } from "./gateways.api.ts";
import classes from "./Gateways.module.css";
import { useGatewayFloor } from "./useGatewayFloor.ts";

/** How many are shown until somebody asks for all. */
const few = 12;

/** The beacons that a gateway hears now, the strongest first. */
export function GatewayBeacons({ gateway, scope }: { gateway: Hardware; scope: Scope }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const floor = useGatewayFloor(gateway);
  const known = useLiveGateway(gateway, scope.siteId)?.beaconsConnected;
  const sightings = known ?? [];
  return (
    <FormSection
      title={t("gateways.beacons")}
      {...(known === undefined ? {} : { hint: numberText(sightings.length) })}
      isBare
    >
      {known?.length === 0 ? <p className={classes["empty"]}>{t("gateways.noBeacons")}</p> : null}
      <ul className={classes["beacons"]}>
        {sightings
          .slice(0, isWhole ? undefined : few)
          .map(({ trackerId, name, asset, rssi, distance, lastHeardAt }) => (
            <li key={trackerId}>
              <span>
                {asset?.name ?? name}
                <small>
                  {estimatedDistance(distance, gateway, floor)} · <SeenWhen at={lastHeardAt} format="ago" />
                </small>
              </span>
              <SignalBars dbm={rssi} />
              {dbmText(rssi)}
            </li>
          ))}
      </ul>
      {sightings.length > few && !isWhole ? (
        <div className={classes["more"]}>
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {t("gateways.allBeacons", { count: sightings.length })}
          </Button>
        </div>
      ) : null}
    </FormSection>
  );
}
