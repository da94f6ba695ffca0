import { Button } from "@mantine/core";
import type { Hardware } from "@pulse/contract/gateways";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { IconMap2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RequestTarget } from "../devices/requests.api.ts";
import { RequestsCard } from "../devices/RequestsCard.tsx";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { FormSection } from "../form/FormSection.tsx";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { GatewayBeacons } from "./GatewayBeacons.tsx";
import { GatewayBroker } from "./GatewayBroker.tsx";
import { GatewayConfig } from "./GatewayConfig.tsx";
import { GatewayForm } from "./GatewayForm.tsx";
import { GatewayHealth } from "./GatewayHealth.tsx";
import { GatewayHistory } from "./GatewayHistory.tsx";
import { GatewayMessages } from "./GatewayMessages.tsx";
import classes from "./Gateways.module.css";
import { gateways } from "./gateways.ts";
import { useHardwareTypes, useLiveGateway, useTypeName } from "./gateways.api.ts";
import { GatewayStatusBadge } from "./GatewayStatusBadge.tsx";

const deviceOf = ({ id, name }: Hardware): RequestTarget => ({ target: "hardware", id, name });

/** `/sites/{id}/devices/gateways/{id}`: one gateway, or a new one. */
export default function GatewayPage() {
  const scope = useSiteScope();
  const { data: types = [] } = useHardwareTypes(scope.siteId);
  /** The gateway's type, if it takes commands. */
  const commanded = ({ hardwareType }: Hardware): HardwareType | undefined =>
    types.find(({ id, capabilities }) => id === hardwareType.id && capabilities.deviceConfig);
  return (
    <EntityPage
      noun={gateways}
      badge={(gateway) => <Badge gateway={gateway} siteId={scope.siteId} />}
      actions={(gateway) => (gateway.floorId === null ? null : <ShowOnMap gateway={gateway} />)}
      facts={(gateway) => <Facts gateway={gateway} siteId={scope.siteId} />}
      aside={(gateway) => (
        <>
          <GatewayHealth gateway={gateway} scope={scope} />
          <GatewayBeacons gateway={gateway} scope={scope} />
          {commanded(gateway) === undefined ? null : <RequestsCard device={deviceOf(gateway)} />}
          <GatewayBroker gateway={gateway} />
        </>
      )}
    >
      {(gateway, of) => (
        <>
          <GatewayForm gateway={gateway} scope={of} />
          {gateway === null ? null : (
            <>
              <Config gateway={gateway} type={commanded(gateway)} />
              <GatewayHistory gateway={gateway} />
              <GatewayMessages gateway={gateway} />
            </>
          )}
        </>
      )}
    </EntityPage>
  );
}

/** @param type undefined for gateways that can only be configured on their own pages */
function Config({ gateway, type }: { gateway: Hardware; type: HardwareType | undefined }) {
  const { t } = useTranslation();
  const typeName = useTypeName(gateway);
  if (type !== undefined) return <GatewayConfig device={deviceOf(gateway)} type={type} />;
  return (
    <FormSection title={t("gateways.config.title")} isBare>
      <p className={classes["empty"]}>{t("gateways.config.none", { type: typeName })}</p>
    </FormSection>
  );
}

function ShowOnMap({ gateway: { siteId, guid } }: { gateway: Hardware }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={`/sites/${siteId}/map?gateway=${guid}`}
      variant="default"
      leftSection={<IconMap2 size={16} stroke={1.75} aria-hidden="true" />}
    >
      {t("gateways.showOnMap")}
    </Button>
  );
}

interface OfGateway {
  gateway: Hardware;
  siteId: string | null;
}

function Badge({ gateway, siteId }: OfGateway) {
  return <GatewayStatusBadge status={(useLiveGateway(gateway, siteId) ?? gateway).status} />;
}

function Facts({ gateway, siteId }: OfGateway) {
  const { t } = useTranslation();
  const typeName = useTypeName(gateway);
  const { lastUpdated, numConnected, mac, firmware } = useLiveGateway(gateway, siteId) ?? gateway;
  return (
    <>
      <span>
        {t("gateways.heard")} <SeenWhen at={lastUpdated} format="ago" />
      </span>
      <span>{t("gateways.inRange", { count: numConnected })}</span>
      <span>{typeName}</span>
      <span>{mac}</span>
      {firmware === null ? null : <span>{firmware}</span>}
    </>
  );
}
