import { Switch } from "@mantine/core";
import type { ActiveAlert } from "@pulse/contract/geofenceStays";
import { IconPolygon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "../api/errorText.ts";
import { useCan } from "../entity/useCan.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { useFloors } from "../sites/sites.api.ts";
import { ListPage } from "../table/ListPage.tsx";
import { ScrollTable } from "../table/ScrollTable.tsx";
import { When } from "../time/When.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import { useSearch } from "../ui/useSearch.ts";
import classes from "./Geofences.module.css";
import { useGeofenceFamily } from "./geofenceFamily.tsx";
import { useActiveAlerts } from "./geofences.api.ts";

/**
 * `/sites/:siteId/geofences/alerts`: the assets in geofences that need somebody, the last to enter first; with `?all=true`
 * every asset that is in a geofence.
 */
export default function ActiveAlertsPage() {
  const { t } = useTranslation();
  const scope = useSiteScope();
  const { title, tabs } = useGeofenceFamily();
  useTitle(t("geofences.alerts.title"));
  const [search, setSearch] = useSearch();
  const isAll = search.get("all") === "true";
  const { data, error, refetch } = useActiveAlerts(scope.siteId, !isAll);
  const of = isAll ? "all" : "needed";
  return (
    <ListPage title={title} tabs={tabs(scope)}>
      <div className={classes["alertBar"]}>
        <Switch
          size="xs"
          label={t("geofences.alerts.showAll")}
          checked={isAll}
          onChange={({ currentTarget: { checked } }) =>
            setSearch(() => new URLSearchParams(checked ? { all: "true" } : {}))
          }
        />
      </div>
      {data === undefined && error !== null ? (
        <section className={classes["state"]}>
          <FailedMessage title={t("geofences.alerts.failed")} text={errorText(error)} retry={() => void refetch()} />
        </section>
      ) : null}
      {data?.length === 0 ? (
        <section className={classes["state"]}>
          <Message
            icon={<IconPolygon size={20} stroke={1.6} aria-hidden="true" />}
            title={t(`geofences.alerts.empty.${of}`)}
            text={t(`geofences.alerts.emptyWhy.${of}`)}
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
  const columns = ["asset", "why", "one", "floor", "entered", "seen", "exitAt"] as const;
  return (
    <ScrollTable
      label={t("geofences.alerts.title")}
      head={columns.map((key) => t(`geofences.alerts.columns.${key}`))}
      isPage
      rows={alerts.map((alert) => ({
        key: alert.id,
        cells: [
          readsAssets ? (
            <Link key="asset" to={`${base}/map?asset=${alert.assetGuid}`}>
              {alert.assetName}
            </Link>
          ) : (
            alert.assetName
          ),
          alert.reasons.map((reason) => t(`geofences.alerts.reasons.${reason}`)).join(", ") || t("table.noValue"),
          <Link key="geofence" to={`${base}/geofences/${alert.geofenceId}`}>
            {alert.geofenceName}
          </Link>,
          floors.find(({ id }) => id === alert.floorId)?.name ?? t("table.noValue"),
          <When key="entered" at={alert.enterTime} format="list" />,
          <SeenWhen key="seen" at={alert.lastSeenAt} format="list" />,
          <When key="exit" at={alert.exitAt} format="history" />,
        ],
      }))}
    />
  );
}
