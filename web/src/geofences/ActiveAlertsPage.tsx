import type { ActiveAlert } from "@pulse/contract/geofenceStays";
import { IconPolygon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "../api/errorText.ts";
import { useCan } from "../entity/useCan.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useTitle } from "../shell/useTitle.ts";
import { useFloors } from "../sites/sites.api.ts";
import { ListPage } from "../table/ListPage.tsx";
import { ScrollTable } from "../table/ScrollTable.tsx";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { When } from "../time/When.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import classes from "./Geofences.module.css";
import { useGeofenceFamily } from "./geofenceFamily.tsx";
import { useActiveAlerts } from "./geofences.api.ts";

/** `/sites/:siteId/geofences/alerts`: every asset that is in a geofence of the site right now, the last to enter first. */
export default function ActiveAlertsPage() {
  const { t } = useTranslation();
  const scope = useSiteScope();
  const { title, tabs } = useGeofenceFamily();
  useTitle(t("geofences.alerts.title"));
  const { data, error, refetch } = useActiveAlerts(scope.siteId);
  return (
    <ListPage title={title} tabs={tabs(scope)}>
      {data === undefined && error !== null ? (
        <section className={classes["state"]}>
          <FailedMessage title={t("geofences.alerts.failed")} text={errorText(error)} retry={() => void refetch()} />
        </section>
      ) : null}
      {data?.length === 0 ? (
        <section className={classes["state"]}>
          <Message
            icon={<IconPolygon size={20} stroke={1.6} aria-hidden="true" />}
            title={t("geofences.alerts.empty")}
            text={t("geofences.alerts.emptyWhy")}
          />
        </section>
      ) : null}
      {data === undefined || data.length === 0 ? null : <Alerts alerts={data} base={scope.base} />}
    </ListPage>
  );
}

function Alerts({ alerts, base }: { alerts: readonly ActiveAlert[]; base: string }) {
  const { t } = useTranslation();
  const { siteId } = useSiteScope();
  const { data: floors = [] } = useFloors(siteId ?? "");
  const readsAssets = useCan({ all: [{ area: "asset_management", letter: "r" }] }) === true;
  return (
    <ScrollTable
      label={t("geofences.alerts.title")}
      head={[
        t("geofences.stay.asset"),
        t("geofences.one"),
        t("geofences.floor"),
        t("geofences.stay.entered"),
        t("geofences.alerts.seen"),
        t("geofences.alerts.exitAt"),
      ]}
      isPage
    >
      {alerts.map((alert) => (
        <tr key={alert.id}>
          <td>
            {readsAssets ? <Link to={`${base}/map?asset=${alert.assetGuid}`}>{alert.assetName}</Link> : alert.assetName}
          </td>
          <td>
            <Link to={`${base}/geofences/${alert.geofenceId}`}>{alert.geofenceName}</Link>
          </td>
          <td>{floors.find(({ id }) => id === alert.floorId)?.name ?? t("table.noValue")}</td>
          <td>
            <When at={alert.enterTime} format="list" />
          </td>
          <td>
            <SeenWhen at={alert.lastSeenAt} format="list" />
          </td>
          <td>
            <When at={alert.exitAt} format="history" />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
