import type { Hardware } from "@pulse/contract/gateways";
import { useTranslation } from "react-i18next";
import { ShowOnMap } from "../assets/ShowOnMap.tsx";
import type { RequestTarget } from "../devices/requests.api.ts";
import { RequestsCard } from "../devices/RequestsCard.tsx";
import { EntityPage } from "../entity/EntityPage.tsx";
import type { Scope } from "../entity/Scope.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { FormSection } from "../form/FormSection.tsx";
import type { PageTab } from "../form/PageTabs.tsx";
import { useMe } from "../shell/person.api.ts";
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
import { GatewayWhere } from "./GatewayWhere.tsx";

const deviceOf = ({ id, name }: Hardware): RequestTarget => ({ target: "hardware", id, name });

/** `/sites/{id}/devices/gateways/{id}`: one gateway in five parts (`?tab=`), or a new one. */
export default function GatewayPage() {
  const scope = useSiteScope();
  return (
    <EntityPage
      noun={gateways}
      badge={(gateway) => <Badge gateway={gateway} siteId={scope.siteId} />}
      actions={({ siteId, guid, floorId }) =>
        floorId === null ? null : <ShowOnMap to={`/sites/${siteId}/map?gateway=${guid}`} />
      }
      facts={(gateway) => <Facts gateway={gateway} siteId={scope.siteId} />}
      tabs={useTabs(scope.siteId)}
    >
      {(gateway, of) => <GatewayForm gateway={gateway} scope={of} />}
    </EntityPage>
  );
}

/** The parts of a gateway's page: what it does now first, then what can be set, then what it has said. */
function useTabs(siteId: string | null): (gateway: Hardware, scope: Scope) => readonly PageTab[] {
  const { t } = useTranslation();
  const { data: types = [] } = useHardwareTypes(siteId);
  const { data: me } = useMe();
  const hasDevTools = me?.isSuperadmin === true || me?.devToolEnabled === true;
  return (gateway, scope) => {
    const type = types.find(({ id }) => id === gateway.hardwareType.id);
    /** If it takes commands. */
    const commanded = type?.capabilities.deviceConfig === true ? type : undefined;
    const tab = (key: string, parts: Omit<PageTab, "key" | "label">): PageTab => ({
      key,
      label: t(`gateways.tabs.${key}`),
      ...parts,
    });
    return [
      tab("overview", {
        content: (
          <>
            {type?.mobile === true ? null : <GatewayWhere gateway={gateway} />}
            <GatewayHealth gateway={gateway} scope={scope} />
          </>
        ),
        aside: <GatewayBeacons gateway={gateway} scope={scope} />,
      }),
      tab("settings", { hasForm: true, content: <GatewayForm gateway={gateway} scope={scope} /> }),
      tab("device", {
        hasForm: true,
        // What is set up on the gateway's own page takes the place of what could be set here.
        ...(commanded === undefined
          ? { content: <GatewayBroker gateway={gateway} />, aside: <OwnPageNote gateway={gateway} /> }
          : {
              content: <GatewayConfig device={deviceOf(gateway)} type={commanded} />,
              aside: (
                <>
                  <RequestsCard device={deviceOf(gateway)} />
                  <GatewayBroker gateway={gateway} />
                </>
              ),
            }),
      }),
      tab("history", { content: <GatewayHistory gateway={gateway} /> }),
      ...(hasDevTools ? [tab("messages", { content: <GatewayMessages id={gateway.id} /> })] : []),
    ];
  };
}

/** Of gateways that can only be configured on their own pages. */
function OwnPageNote({ gateway }: { gateway: Hardware }) {
  const { t } = useTranslation();
  const type = useTypeName(gateway);
  return (
    <FormSection title={t("gateways.config.title")} isBare>
      <p className={classes["empty"]}>{t("gateways.config.none", { type })}</p>
    </FormSection>
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
