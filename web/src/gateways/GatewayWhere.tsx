import type { Hardware } from "@pulse/contract/gateways";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormSection } from "../form/FormSection.tsx";
import { useOnlyBuilding, withoutBuilding } from "../sites/onlyBuilding.ts";
import { numberText } from "../text/numbers.ts";
import { nbsp } from "../text/translate.ts";
import { rangeM } from "./coverage.ts";
import { useSiteGateways } from "./gateways.api.ts";
import classes from "./Gateways.module.css";
import { PlacementMap } from "./PlacementMap.tsx";
import { useGatewayFloor } from "./useGatewayFloor.ts";

/** At this strength a tag is still heard, dBm. */
const faintDbm = -90;

/** Where a gateway is mounted: on its floor's plan, in words, and how far it hears. */
export function GatewayWhere({ gateway }: { gateway: Hardware }) {
  const { t } = useTranslation();
  const { siteId, id, name, lat, lon, location, properties } = gateway;
  const floor = useGatewayFloor(gateway);
  const onlyBuilding = useOnlyBuilding(siteId);
  const { data: all = [] } = useSiteGateways(siteId);
  const status = all.find((each) => each.id === id)?.status ?? gateway.status;
  if (gateway.floorId === null)
    return (
      <FormSection title={t("gateways.place")} isBare>
        <p className={classes["empty"]}>
          {t("gateways.notPlacedYet")} <Link to="?tab=settings">{t("gateways.placeIt")}</Link>
        </p>
      </FormSection>
    );
  return (
    <FormSection title={t("gateways.place")} hint={withoutBuilding(location, onlyBuilding)} isBare>
      {floor === undefined || floor.imageUrl === null ? null : (
        <div className={classes["where"]}>
          <PlacementMap
            floor={floor}
            marker={{ lat, lon }}
            name={name}
            status={status}
            radio={properties}
            neighbours={all.filter((each) => each.floorId === floor.id && each.id !== id)}
            isSurroundings
            isSnapping={false}
            isReadOnly
            onPlace={() => undefined}
          />
        </div>
      )}
      <p className={classes["whereFacts"]}>
        {properties.z === undefined ? null : (
          <span>{t("gateways.mountedAt", { height: `${numberText(properties.z)}${nbsp}m` })}</span>
        )}
        <span>{t("gateways.coverage.range", { metres: Math.round(rangeM(properties, faintDbm)) })}</span>
      </p>
    </FormSection>
  );
}
