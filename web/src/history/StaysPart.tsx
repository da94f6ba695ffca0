import { listAssetGeofenceHistory } from "@pulse/contract/geofenceStays";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type DateWords, timesOf } from "../dates/span.ts";
import { useServices } from "../services/services.tsx";
import { historyTime } from "../time/ages.ts";
import { durationText } from "../time/ageText.ts";
import { When } from "../time/When.tsx";
import { HistoryTable } from "./HistoryTable.tsx";
import { renewing } from "./renewing.ts";

const maxShown = 500;

/** The geofences that an asset was in, the last entered first. */
export function StaysPart({ id, siteId, dates }: { id: string; siteId: string; dates: DateWords }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({
    ...renewing(dates),
    queryKey: ["assets", "stays", id, dates],
    queryFn: async ({ signal }) => {
      const { startTimeUtc = "", endTimeUtc = new Date().toISOString() } = timesOf(dates, Date.now());
      const query = { startTimeUtc, endTimeUtc, limit: maxShown };
      const page = await api.page(listAssetGeofenceHistory, { params: { id }, query, signal });
      return { ...page, startTimeUtc, endTimeUtc };
    },
  });
  return (
    <HistoryTable
      label={t("history.parts.stays")}
      head={[t("history.geofence"), t("history.entered"), t("history.left"), t("history.duration")]}
      none={t("history.noStays")}
      total={data?.metadata.totalCount}
      rows={data?.content.map((stay) => ({
        key: stay.id,
        cells: [
          <Link key="fence" to={`/sites/${siteId}/geofences/${stay.geofenceId}`}>
            {stay.geofenceName}
          </Link>,
          stay.enterTime === null ? (
            t("geofences.stay.enteredBefore", { time: historyTime(Date.parse(data.startTimeUtc)) })
          ) : (
            <When key="in" at={stay.enterTime} format="history" />
          ),
          stay.exitTime === null ? (
            t("geofences.stay.stillInside", { time: historyTime(Date.parse(data.endTimeUtc)) })
          ) : (
            <span key="out">
              <When at={stay.exitTime} format="history" />
              {stay.exitReason === "timeout" ? ` · ${t("history.timeout")}` : null}
            </span>
          ),
          stay.durationS === null ? t("table.noValue") : durationText(stay.durationS),
        ],
      }))}
    />
  );
}
