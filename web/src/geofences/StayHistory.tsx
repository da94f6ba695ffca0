import type { Geofence } from "@pulse/contract/geofences";
import { type GeofenceHistoryEntry, listGeofenceHistory } from "@pulse/contract/geofenceStays";
import { toQueryString } from "@pulse/contract/wire";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { DateRange } from "../dates/DateRange.tsx";
import { timesOf } from "../dates/span.ts";
import { useDateWords } from "../dates/useDateWords.ts";
import { ZonedCsv } from "../dates/ZonedCsv.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { historyTime } from "../time/ages.ts";
import { ScrollTable } from "../table/ScrollTable.tsx";
import { When } from "../time/When.tsx";
import classes from "./Geofences.module.css";
import { stayText } from "./stayText.ts";

/** How many stays are shown; the file has them all. */
const maxShown = 200;
/** How often a history up to now is fetched again, ms. */
const renewMs = 15_000;

/** Who was in a geofence in a span, the last to enter first, and all of it as a file in a chosen zone. */
export function StayHistory({ geofence }: { geofence: Geofence }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [dates, setDates] = useDateWords("day");
  const { data, error } = useQuery({
    queryKey: ["stays", geofence.id, dates],
    queryFn: async ({ signal }) => {
      const { startTimeUtc = "", endTimeUtc = new Date().toISOString() } = timesOf(dates, Date.now());
      const query = { startTimeUtc, endTimeUtc, limit: maxShown };
      const page = await api.page(listGeofenceHistory, { params: { id: geofence.id }, query, signal });
      return { ...page, startTimeUtc, endTimeUtc };
    },
    refetchInterval: dates.to === undefined ? renewMs : false,
  });
  const stays = data?.content ?? [];
  const pathOf = (timezone: string): string =>
    listGeofenceHistory.path.replace(":id", geofence.id) +
    toQueryString({ ...timesOf(dates, Date.now()), returnFile: true, timezone });
  return (
    <FormSection
      title={t("geofences.history.title")}
      {...(data === undefined ? {} : { hint: t("geofences.history.count", { count: data.metadata.totalCount }) })}
      actions={
        <div className={classes["actions"]}>
          <DateRange value={dates} spans={["hour", "day", "week", "month"]} isNeeded hasTimes onChange={setDates} />
          <ZonedCsv pathOf={pathOf} />
        </div>
      }
      isBare
    >
      {error === null ? null : (
        <p className={classes["wrong"]} role="alert">
          {errorText(error)}
        </p>
      )}
      {data === undefined ? null : stays.length === 0 ? (
        <p className={classes["text"]}>{t("geofences.history.none")}</p>
      ) : (
        <ScrollTable
          label={t("geofences.history.title")}
          head={["asset", "entered", "left", "duration"].map((each) => t(`geofences.stay.${each}`))}
          rows={stays.map((stay) => ({
            key: stay.id,
            cells: [
              stay.assetName,
              <Entered key="entered" stay={stay} since={data.startTimeUtc} />,
              <Left key="left" stay={stay} until={data.endTimeUtc} />,
              stay.durationS === null ? t("table.noValue") : stayText(stay.durationS),
            ],
          }))}
        />
      )}
    </FormSection>
  );
}

function Entered({ stay: { enterTime }, since }: { stay: GeofenceHistoryEntry; since: string }) {
  const { t } = useTranslation();
  if (enterTime !== null) return <When at={enterTime} format="history" />;
  return <>{t("geofences.stay.enteredBefore", { time: historyTime(Date.parse(since)) })}</>;
}

function Left({ stay: { exitTime, exitReason }, until }: { stay: GeofenceHistoryEntry; until: string }) {
  const { t } = useTranslation();
  return (
    <>
      {exitTime === null ? (
        t("geofences.stay.stillInside", { time: historyTime(Date.parse(until)) })
      ) : (
        <When at={exitTime} format="history" />
      )}
      {exitReason === "timeout" ? <small>{t("geofences.stay.timeout")}</small> : null}
    </>
  );
}
