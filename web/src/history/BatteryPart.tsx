import { listTrackerTelemetry, type Telemetry } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LineChart } from "../charts/LineChart.tsx";
import type { DateWords } from "../dates/span.ts";
import { useServices } from "../services/services.tsx";
import { dateTime } from "../time/ages.ts";
import { When } from "../time/When.tsx";
import { batteryEnd, type BatteryLevel } from "./batteryEnd.ts";
import { spanOf, type HeardTracker } from "./heardTrackers.ts";
import classes from "./History.module.css";
import { HistoryTable } from "./HistoryTable.tsx";
import { renewing } from "./renewing.ts";
import { useTrackerChoice } from "./useTrackerChoice.tsx";

const maxRows = 300;
const lookBackMs = 60 * 24 * 3_600_000;

/** The battery of a tracker over time and, if it can be predicted, when it will be empty. */
export function BatteryPart({ trackers, dates }: { trackers: readonly HeardTracker[] | null; dates: DateWords }) {
  const { t } = useTranslation();
  const { tracker, choice } = useTrackerChoice(trackers ?? [], dates);
  const ask = useTelemetry();
  const { data } = useQuery({
    ...renewing(dates),
    queryKey: ["trackers", "telemetry", tracker, dates],
    enabled: trackers !== null,
    queryFn: async ({ signal }) => {
      const span = tracker === null ? null : spanOf(tracker, dates, Date.now());
      return { span, levels: tracker === null || span === null ? [] : await ask(tracker.id, span, signal) };
    },
  });
  const { data: end } = useQuery({
    queryKey: ["trackers", "batteryEnd", tracker?.id],
    enabled: tracker !== null,
    queryFn: async ({ signal }) => {
      const nowMs = Date.now();
      const atMs = batteryEnd(await ask(tracker?.id ?? "", { fromMs: nowMs - lookBackMs, toMs: nowMs }, signal));
      return { atMs, isPast: atMs !== null && atMs <= nowMs };
    },
  });
  const rows = data?.levels.toReversed();
  const text = (percent: number): string => t("unit.percent", { value: percent });
  return (
    <>
      {choice}
      {end === undefined || tracker === null ? null : (
        <p className={classes["end"]}>
          {end.atMs === null
            ? t("history.endUnknown")
            : t(end.isPast ? "history.endNow" : "history.end", { date: dateTime(end.atMs).slice(0, 10) })}
        </p>
      )}
      {data === undefined || data.span === null || data.levels.length === 0 ? null : (
        <LineChart
          label={t("history.batteryOf", { name: tracker?.name ?? "" })}
          series={[
            {
              name: t("history.parts.battery"),
              points: data.levels.map(({ atMs, percent }) => ({ atMs, value: percent })),
            },
          ]}
          {...data.span}
          range={[0, 100]}
          text={text}
        />
      )}
      <HistoryTable
        label={t("history.parts.battery")}
        head={[t("history.time"), t("history.level")]}
        none={t("history.noBattery")}
        total={rows?.length}
        rows={rows?.slice(0, maxRows).map(({ atMs, percent }) => ({
          key: String(atMs),
          cells: [<When key="at" at={atMs} format="history" />, text(percent)],
        }))}
      />
    </>
  );
}

/** A function that fetches the battery levels a tracker reported in a span, oldest first. */
function useTelemetry() {
  const { api } = useServices();
  return async (id: string, span: { fromMs: number; toMs: number }, signal: AbortSignal): Promise<BatteryLevel[]> => {
    const query = { startTimeUtc: new Date(span.fromMs).toISOString(), endTimeUtc: new Date(span.toMs).toISOString() };
    const telemetry: Telemetry[] = await api.call(listTrackerTelemetry, { params: { id }, query, signal });
    return telemetry.flatMap(({ timestamp, batteryLevel }) =>
      batteryLevel === null ? [] : [{ atMs: Date.parse(timestamp), percent: batteryLevel }],
    );
  };
}
