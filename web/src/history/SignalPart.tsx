import { listTrackerSightings, type Sighting } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LineChart, maxLines } from "../charts/LineChart.tsx";
import type { ChartSeries } from "../charts/scale.ts";
import type { DateWords } from "../dates/span.ts";
import { useServices } from "../services/services.tsx";
import { dbmText } from "../text/translate.ts";
import { When } from "../time/When.tsx";
import { spanOf, type HeardTracker } from "./heardTrackers.ts";
import classes from "./History.module.css";
import { HistoryTable } from "./HistoryTable.tsx";
import { renewing } from "./renewing.ts";
import { useTrackerChoice } from "./useTrackerChoice.tsx";

const maxRows = 300;
/** The range of what BLE receivers hear, dBm. */
const range = [-105, -25] as const;

/** How strongly each gateway heard a tracker: over time, and as a table. */
export function SignalPart({ trackers, dates }: { trackers: readonly HeardTracker[] | null; dates: DateWords }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { tracker, choice } = useTrackerChoice(trackers ?? [], dates);
  const { data } = useQuery({
    ...renewing(dates),
    queryKey: ["trackers", "sightings", tracker, dates],
    enabled: trackers !== null,
    queryFn: async ({ signal }) => {
      const span = tracker === null ? null : spanOf(tracker, dates, Date.now());
      if (tracker === null || span === null) return { span: null, sightings: [] };
      const query = {
        startTimeUtc: new Date(span.fromMs).toISOString(),
        endTimeUtc: new Date(span.toMs).toISOString(),
      };
      return { span, sightings: await api.call(listTrackerSightings, { params: { id: tracker.id }, query, signal }) };
    },
  });
  const lines = linesOf(data?.sightings ?? []);
  const rows = data?.sightings.toReversed();
  return (
    <>
      {choice}
      {data === undefined || data.span === null || lines.length === 0 ? null : (
        <>
          <LineChart
            label={t("history.signalOf", { name: tracker?.name ?? "" })}
            series={lines.slice(0, maxLines)}
            {...data.span}
            range={range}
            text={(dbm) => dbmText(Math.round(dbm))}
          />
          {lines.length > maxLines ? (
            <p className={classes["thinned"]}>{t("history.someGateways", { shown: maxLines, count: lines.length })}</p>
          ) : null}
        </>
      )}
      <HistoryTable
        label={t("history.parts.signal")}
        head={[t("history.time"), t("history.gateway"), t("history.signal"), t("history.between")]}
        none={t("history.noSignal")}
        total={rows?.length}
        rows={rows?.slice(0, maxRows).map((packets) => ({
          key: packets.timestamp + packets.hardwareId,
          cells: [
            <When key="at" at={packets.timestamp} format="history" />,
            packets.hardwareName,
            dbmText(Math.round(packets.rssi)),
            `${dbmText(packets.rssiMin)} … ${dbmText(packets.rssiMax)}`,
          ],
        }))}
      />
    </>
  );
}

/** One line for each gateway, those that heard most first. */
function linesOf(sightings: readonly Sighting[]): ChartSeries[] {
  const byGateway = new Map<string, { name: string; packets: number; points: ChartSeries["points"][number][] }>();
  for (const { hardwareId, hardwareName, timestamp, rssi, rssiMin, rssiMax, count } of sightings) {
    const line = byGateway.get(hardwareId) ?? { name: hardwareName, packets: 0, points: [] };
    byGateway.set(hardwareId, line);
    line.packets += count;
    line.points.push({ atMs: Date.parse(timestamp), value: rssi, low: rssiMin, high: rssiMax });
  }
  return [...byGateway.values()].sort((a, b) => b.packets - a.packets);
}
