import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useState } from "react";
import { dateTime } from "../time/ages.ts";
import classes from "./LineChart.module.css";
import { type ChartSeries, gapOf, nearestPoint, partsOf, timeTicks, valueTicks } from "./scale.ts";

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
const tickWidthPx = 56;
/** More lines than this cannot be told apart. */
export const maxLines = 6;

/** Lines over time. The legend shows the values under the pointer. */
export function LineChart({ label, series, fromMs, toMs, range: [low, high], text }: Props) {
  const { ref, width } = useElementSize();
  const [atMs, setAtMs] = useState<number | null>(null);
  const right = Math.max(width - edge.right, edge.left + 1);
  const bottom = heightPx - edge.bottom;
  const x = (ms: number): number => edge.left + ((ms - fromMs) / (toMs - fromMs)) * (right - edge.left);
  const y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - edge.top);
  const gapMs = gapOf(series);
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const inside = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const ms = fromMs + ((inside - edge.left) / (right - edge.left)) * (toMs - fromMs);
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
          role="img"
          aria-label={label}
          width={width}
          height={heightPx}
          onPointerMove={point}
          onPointerLeave={() => setAtMs(null)}
        >
          {valueTicks(low, high).map((value) => (
            <g key={value} className={classes["tick"]}>
              <path d={`M${edge.left} ${y(value)}H${right}`} />
              <text x={edge.left - 8} y={y(value) + 4} textAnchor="end">
                {text(value)}
              </text>
            </g>
          ))}
          {timeTicks(fromMs, toMs, Math.max(2, Math.floor((right - edge.left) / tickWidthPx))).map((tick) => (
            <text key={tick.atMs} className={classes["time"]} x={x(tick.atMs)} y={heightPx - 6} textAnchor="middle">
              {tick.text}
            </text>
          ))}
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
