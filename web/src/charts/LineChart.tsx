import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useState } from "react";
import { dateTime } from "../time/ages.ts";
import frame from "./Chart.module.css";
import classes from "./LineChart.module.css";
import { type ChartSeries, gapOf, linearScale, nearestPoint, partsOf, valueTicks } from "./scale.ts";
import { TimeAxis } from "./TimeAxis.tsx";
import { ValueAxis } from "./ValueAxis.tsx";

interface Props {
  /** The screen reader's text for the chart; its values are in a table beside it. */
  label: string;
  series: readonly ChartSeries[];
  fromMs: number;
  toMs: number;
  /** The values at the lower and upper edge. */
  range: readonly [low: number, high: number];
  /** Formats a value. */
  text(value: number): string;
}

const heightPx = 220;
const edge = { left: 66, right: 12, top: 10, bottom: 24 };
/** More lines than this cannot be told apart. */
export const maxLines = 6;

/** Lines over time. The legend shows the values under the pointer. */
export function LineChart({ label, series, fromMs, toMs, range: [low, high], text }: Props) {
  const { ref, width } = useElementSize();
  const [atMs, setAtMs] = useState<number | null>(null);
  const right = Math.max(width - edge.right, edge.left + 1);
  const bottom = heightPx - edge.bottom;
  const x = linearScale([fromMs, toMs], [edge.left, right]);
  const y = linearScale([low, high], [bottom, edge.top]);
  const msAt = linearScale([edge.left, right], [fromMs, toMs]);
  const gapMs = gapOf(series);
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const ms = msAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
    setAtMs(ms >= fromMs && ms <= toMs ? ms : null);
  };
  return (
    <figure className={classes["chart"]}>
      <ul className={classes["legend"]}>
        {series.map(({ name, points }, index) => {
          const near = atMs === null ? null : nearestPoint(points, atMs, gapMs);
          return (
            <li key={name} data-line={index}>
              <svg width="18" height="8" aria-hidden="true">
                <path className={classes["line"]} d="M0 4H18" />
              </svg>
              {name}
              {near === null ? null : <b>{text(near.value)}</b>}
            </li>
          );
        })}
        {atMs === null ? null : <li className={classes["moment"]}>{dateTime(atMs)}</li>}
      </ul>
      <div ref={ref}>
        <svg
          className={frame["chart"]}
          role="img"
          aria-label={label}
          width={width}
          height={heightPx}
          onPointerMove={point}
          onPointerLeave={() => setAtMs(null)}
        >
          <ValueAxis values={valueTicks(low, high)} left={edge.left} right={right} y={y} text={text} />
          <TimeAxis {...{ fromMs, toMs, x }} widthPx={right - edge.left} y={heightPx - 6} />
          {series.map(({ name, points }, index) => (
            <g key={name} data-line={index}>
              {partsOf(points, gapMs).map((part) => (
                <g key={part[0]?.atMs}>
                  <path
                    className={classes["band"]}
                    d={`M${[
                      ...part.map((each) => `${x(each.atMs)} ${y(each.high ?? each.value)}`),
                      ...part.toReversed().map((each) => `${x(each.atMs)} ${y(each.low ?? each.value)}`),
                    ].join("L")}Z`}
                  />
                  {/* A single point is a dot: a line of no length with round ends. */}
                  <path
                    className={classes["line"]}
                    data-dot={part.length === 1 || undefined}
                    d={`M${part.map((each) => `${x(each.atMs)} ${y(each.value)}`).join("L")}${part.length === 1 ? "h0" : ""}`}
                  />
                </g>
              ))}
            </g>
          ))}
          {atMs === null ? null : <path className={classes["cross"]} d={`M${x(atMs)} ${edge.top}V${bottom}`} />}
        </svg>
      </div>
    </figure>
  );
}
