import { listHardwareAssetHistory } from "@pulse/contract/gatewayReports";
import type { Hardware } from "@pulse/contract/gateways";
import { limits } from "@pulse/contract/limits";
import { toQueryString } from "@pulse/contract/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@mantine/core";
import { DateRange } from "../dates/DateRange.tsx";
import { type Span, timesOf } from "../dates/span.ts";
import { useDateWords } from "../dates/useDateWords.ts";
import { ZonedCsv } from "../dates/ZonedCsv.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { ScrollTable } from "../table/ScrollTable.tsx";
import { dbmText } from "../text/translate.ts";
import { durationText } from "../time/ageText.ts";
import { When } from "../time/When.tsx";
import { estimatedDistance } from "./estimatedDistance.ts";
import classes from "./Gateways.module.css";
import { sightingRuns } from "./sightingRuns.ts";
import { useGatewayFloor } from "./useGatewayFloor.ts";

const spans: readonly Span[] = ["hour", "day", "week", "month"];
/** How many entries of ten seconds are loaded at a time; the file has all of them. */
const turn = 1000;

/** When a gateway has heard which tracker in a range of dates, newest first; all of it as a file in a chosen zone. */
export function GatewayHistory({ gateway }: { gateway: Hardware }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [dates, setDates] = useDateWords("day");
  const [limit, setLimit] = useState(turn);
  const params = { id: gateway.id };
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["gatewayHistory", gateway.id, dates, limit],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.page(listHardwareAssetHistory, { params, query: { ...timesOf(dates, Date.now()), limit }, signal }),
  });
  const fileOf = (zone: string): string =>
    listHardwareAssetHistory.path.replace(":id", gateway.id) +
    toQueryString({ ...timesOf(dates, Date.now()), returnFile: true, convertToTimezone: zone });
  const sightings = data?.content ?? [];
  const floor = useGatewayFloor(gateway);
  return (
    <FormSection
      title={t("gateways.history.title")}
      {...(data === undefined ? {} : { hint: t("gateways.history.count", { count: data.metadata.totalCount }) })}
      actions={
        <div className={classes["historyActions"]}>
          <DateRange value={dates} spans={spans} isNeeded hasTimes onChange={setDates} />
          <ZonedCsv pathOf={fileOf} />
        </div>
      }
      isBare
    >
      {data !== undefined && sightings.length === 0 ? (
        <p className={classes["empty"]}>{t("gateways.history.none")}</p>
      ) : null}
      {sightings.length === 0 ? null : (
        <ScrollTable
          label={t("gateways.history.title")}
          head={["tracker", "from", "to", "duration", "strongest", "distance"].map((each) =>
            t(`gateways.history.${each}`),
          )}
          rows={sightingRuns(sightings).map(({ trackerId, name, assetName, fromMs, toMs, rssi, distance }) => ({
            key: `${trackerId} ${fromMs}`,
            cells: [
              <Fragment key="name">
                {assetName ?? name}
                {assetName === null ? null : <small>{name}</small>}
              </Fragment>,
              <When key="from" at={fromMs} format="history" />,
              <When key="to" at={toMs} format="history" />,
              durationText((toMs - fromMs) / 1000),
              dbmText(Math.round(rssi)),
              estimatedDistance(distance, gateway, floor),
            ],
          }))}
        />
      )}
      {data !== undefined && sightings.length < data.metadata.totalCount && limit < limits.historyLimitMax ? (
        <div className={classes["more"]}>
          <Button variant="subtle" size="compact-sm" loading={isPlaceholderData} onClick={() => setLimit(limit + turn)}>
            {t("gateways.history.more", { count: turn })}
          </Button>
        </div>
      ) : null}
    </FormSection>
  );
}
