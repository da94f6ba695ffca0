import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { marksOf } from "./timeAxis.ts";
import classes from "./Chart.module.css";
import type { TrackSummary } from "./trackSummary.ts";
import type { HistoryFacts } from "./useHistoryFacts.ts";

const maxDbm = -45;
const minDbm = -95;
/** A line is interrupted at longer gaps, ms. */
const gapMs = 120_000;
const rows = { inside: 6, battery: 34, signal: 54, signalHeight: 46, motion: 110 };

interface Props {
  fromMs: number;
  toMs: number;
  widthPx: number;
  /** The summary of one asset; null: only the axis. */
  summary: TrackSummary | null;
  facts: HistoryFacts;
}

export const chartHeightPx = (summary: TrackSummary | null): number => (summary === null ? 30 : 148);

/** Geofences, battery, signal and motion of one asset along the time axis. */
export function Chart({ fromMs, toMs, widthPx, summary, facts }: Props) {
  const { t } = useTranslation();
  const height = chartHeightPx(summary);
  const x = (ms: number): number => ((Math.min(toMs, Math.max(fromMs, ms)) - fromMs) / (toMs - fromMs)) * widthPx;
  const signal = useMemo(() => signalPoints(facts.sightings), [facts.sightings]);
  const battery = facts.telemetry.filter(({ batteryLevel }) => batteryLevel !== null);
  const line = (points: readonly (readonly [ms: number, y: number])[], gap = gapMs): string =>
    points
      .map(([ms, y], nth) => {
        const isContinuous = nth > 0 && ms - points[nth - 1]![0] <= gap;
        return `${isContinuous ? "L" : "M"}${x(ms).toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return (
    <svg className={classes["chart"]} width={widthPx} height={height} aria-hidden="true">
      {marksOf(fromMs, toMs, widthPx).map(({ ms, text }) => (
        <g key={ms}>
          <line className={classes["grid"]} x1={x(ms)} x2={x(ms)} y1={0} y2={height - 18} />
          <text className={classes["mark"]} x={x(ms)} y={height - 4}>
            {text}
          </text>
        </g>
      ))}
      {summary === null ? null : (
        <>
          {facts.stays.map(({ id, geofenceName, enterTime, exitTime }) => {
            const from = x(enterTime === null ? fromMs : Date.parse(enterTime));
            const to = x(exitTime === null ? toMs : Date.parse(exitTime));
            return (
              <g key={id}>
                <rect
                  className={classes["inside"]}
                  x={from}
                  y={rows.inside}
                  width={Math.max(2, to - from)}
                  height={16}
                />
                {to - from < 7 * geofenceName.length ? null : (
                  <text className={classes["fence"]} x={from + 6} y={rows.inside + 12}>
                    {geofenceName}
                  </text>
                )}
              </g>
            );
          })}
          <path
            className={classes["battery"]}
            d={line(
              battery.map((each) => [
                Date.parse(each.timestamp),
                rows.battery + 14 - ((each.batteryLevel ?? 0) / 100) * 14,
              ]),
              Infinity,
            )}
          />
          <path className={classes["signal"]} d={line(signal.map(({ ms, dbm }) => [ms, yOf(dbm)]))} />
          {summary.stretches.map(({ kind, fromMs: start, toMs: end }) => (
            <rect
              key={start}
              className={classes[kind]}
              x={x(start) + 0.5}
              y={rows.motion}
              width={Math.max(1, x(end) - x(start) - 1)}
              height={9}
              rx={2}
            />
          ))}
          <g className={classes["names"]}>
            <text x={-12} y={rows.inside + 12}>
              {t("past.inside")}
            </text>
            <text x={-12} y={rows.battery + 12}>
              {t("past.battery")}
            </text>
            <text x={-12} y={rows.signal + rows.signalHeight / 2 + 4}>
              {t("past.signal")}
            </text>
            <text x={-12} y={rows.motion + 8}>
              {t("past.motion")}
            </text>
          </g>
          <g className={classes["ends"]}>
            {[-60, -80].map((dbm) => (
              <text key={dbm} x={widthPx + 6} y={yOf(dbm) + 4}>
                {`−${-dbm}`}
              </text>
            ))}
            {battery.length === 0 ? null : (
              <text x={widthPx + 6} y={rows.battery + 8}>
                {t("unit.percent", { value: battery.at(-1)?.batteryLevel ?? 0 })}
              </text>
            )}
          </g>
        </>
      )}
    </svg>
  );
}

function yOf(dbm: number): number {
  const share = (Math.min(maxDbm, Math.max(minDbm, dbm)) - minDbm) / (maxDbm - minDbm);
  return rows.signal + rows.signalHeight * (1 - share);
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
