import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dbmText } from "../../text/translate.ts";
import frame from "../../charts/Chart.module.css";
import { Hatch } from "../../charts/Hatch.tsx";
import { linearScale } from "../../charts/scale.ts";
import { TimeAxis } from "../../charts/TimeAxis.tsx";
import classes from "./Chart.module.css";
import { type ChartLanes, chartLanes } from "./chartLanes.ts";
import { type Coverage, gapsOf, type TimeSpan } from "./coverage.ts";
import { lastingText } from "./durations.ts";
import type { TrackSummary } from "./trackSummary.ts";
import type { HistoryFacts } from "./useHistoryFacts.ts";

const maxDbm = -45;
const minDbm = -95;
/** A line is interrupted at longer gaps, ms. */
const gapMs = 120_000;
/** The height of the times below the axis, px. */
const timesPx = 18;
/** A gap that is narrower than its words has none, px. */
const minWordsPx = 130;
/** The height of the battery's line from empty to full, px. */
const batteryPx = 14;

interface Props extends TimeSpan {
  widthPx: number;
  /** The summary of one asset; null: only the axis. */
  summary: TrackSummary | null;
  facts: HistoryFacts;
  /** When positions exist; null: unknown. */
  coverage: Coverage | null;
}

/** When positions exist, and geofences, battery, signal and motion of one asset, along the time axis. */
export function Chart({ fromMs, toMs, widthPx, summary, facts, coverage }: Props) {
  const lanes = chartLanes(summary, facts);
  const height = lanes.heightPx;
  const place = linearScale([fromMs, toMs], [0, widthPx]);
  const x = (ms: number): number => place(Math.min(toMs, Math.max(fromMs, ms)));
  return (
    <svg className={`${frame["chart"]} ${classes["chart"]}`} width={widthPx} height={height} aria-hidden="true">
      <TimeAxis {...{ fromMs, toMs, widthPx, x }} y={height - 4} lines={[0, height - timesPx]} />
      {coverage === null ? null : <Existing coverage={coverage} x={x} bottom={height - timesPx} />}
      {summary === null ? null : <Lanes {...{ fromMs, toMs, widthPx, summary, facts, lanes, x }} />}
    </svg>
  );
}

interface ExistingProps {
  coverage: Coverage;
  x(ms: number): number;
  /** The lower edge of the axis, px. */
  bottom: number;
}

/** A bar where positions exist; what lies between is hatched, with its length in words. */
function Existing({ coverage, x, bottom }: ExistingProps) {
  const { t } = useTranslation();
  const hatch = useId();
  return (
    <>
      <Hatch id={hatch} />
      {gapsOf(coverage).map((gap) => {
        const [left, right] = [x(gap.fromMs), x(gap.toMs)];
        return (
          <g key={gap.fromMs}>
            <rect data-gap="" x={left} width={right - left} y={0} height={bottom} fill={`url(#${hatch})`} />
            {right - left < minWordsPx ? null : (
              <text className={classes["gap"]} x={(left + right) / 2} y={bottom / 2 + 4}>
                {t("past.noData", { time: lastingText(gap.toMs - gap.fromMs) })}
              </text>
            )}
          </g>
        );
      })}
      {coverage.map(({ fromMs, toMs }) => (
        <rect
          key={fromMs}
          data-existing=""
          className={classes["existing"]}
          x={x(fromMs)}
          width={Math.max(2, x(toMs) - x(fromMs))}
          y={bottom - 3}
          height={3}
        />
      ))}
    </>
  );
}

interface LanesProps extends TimeSpan {
  widthPx: number;
  summary: TrackSummary;
  facts: HistoryFacts;
  lanes: ChartLanes;
  x(ms: number): number;
}

function Lanes({ fromMs, toMs, widthPx, summary, facts, lanes, x }: LanesProps) {
  const { t } = useTranslation();
  const signal = useMemo(() => signalPoints(facts.sightings), [facts.sightings]);
  const battery = facts.telemetry.filter(({ batteryLevel }) => batteryLevel !== null);
  const line = (points: readonly (readonly [ms: number, y: number])[], gap = gapMs): string =>
    points
      .map(([ms, y], nth) => {
        const isContinuous = nth > 0 && ms - points[nth - 1]![0] <= gap;
        return `${isContinuous ? "L" : "M"}${x(ms).toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  const batteryY = linearScale([0, 100], [lanes.battery + batteryPx, lanes.battery]);
  const dbmY = linearScale([minDbm, maxDbm], [lanes.signal + lanes.signalHeight, lanes.signal]);
  const signalY = (dbm: number): number => dbmY(Math.min(maxDbm, Math.max(minDbm, dbm)));
  return (
    <>
      {facts.stays.map(({ id, geofenceName, enterTime, exitTime }) => {
        const from = x(enterTime === null ? fromMs : Date.parse(enterTime));
        const to = x(exitTime === null ? toMs : Date.parse(exitTime));
        return (
          <g key={id}>
            <rect className={classes["inside"]} x={from} y={lanes.inside} width={Math.max(2, to - from)} height={16} />
            {to - from < 7 * geofenceName.length ? null : (
              <text className={classes["fence"]} x={from + 6} y={lanes.inside + 12}>
                {geofenceName}
              </text>
            )}
          </g>
        );
      })}
      {battery.length === 0 ? null : (
        <path
          className={classes["battery"]}
          d={line(
            battery.map((each) => [Date.parse(each.timestamp), batteryY(each.batteryLevel ?? 0)]),
            Infinity,
          )}
        />
      )}
      {signal.length === 0 ? null : (
        <path className={classes["signal"]} d={line(signal.map(({ ms, dbm }) => [ms, signalY(dbm)]))} />
      )}
      {summary.stretches.map(({ kind, fromMs: start, toMs: end }) => (
        <rect
          key={start}
          className={classes[kind]}
          x={x(start) + 0.5}
          y={lanes.motion}
          width={Math.max(1, x(end) - x(start) - 1)}
          height={9}
          rx={2}
        />
      ))}
      <g className={classes["names"]}>
        {lanes.names.map(({ lane, y }) => (
          <text key={lane} x={-12} y={y}>
            {t(`past.${lane}`)}
          </text>
        ))}
      </g>
      <g className={classes["ends"]}>
        {signal.length === 0
          ? null
          : [-60, -80].map((dbm) => (
              <text key={dbm} x={widthPx + 6} y={signalY(dbm) + 4}>
                {dbmText(dbm)}
              </text>
            ))}
        {battery.length === 0 ? null : (
          <text x={widthPx + 6} y={lanes.battery + 8}>
            {t("unit.percent", { value: battery.at(-1)?.batteryLevel ?? 0 })}
          </text>
        )}
      </g>
    </>
  );
}

/** The signal at the loudest gateway, moment by moment. */
function signalPoints(sightings: HistoryFacts["sightings"]): { ms: number; dbm: number }[] {
  const loudest = new Map<number, number>();
  for (const { timestamp, rssi } of sightings) {
    const ms = Date.parse(timestamp);
    loudest.set(ms, Math.max(loudest.get(ms) ?? -Infinity, rssi));
  }
  return [...loudest].map(([ms, dbm]) => ({ ms, dbm }));
}
