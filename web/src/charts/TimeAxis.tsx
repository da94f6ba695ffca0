import classes from "./Chart.module.css";
import { timeTicks } from "./scale.ts";

interface Props {
  fromMs: number;
  toMs: number;
  /** How much room the axis has, px. */
  widthPx: number;
  /** The base line of the times, px. */
  y: number;
  /** Where the lines through the chart begin and end, px; without it there are none. */
  lines?: readonly [top: number, bottom: number];
  x(ms: number): number;
}

/** The least distance between two times, px. */
const tickPx = 64;

/** Round times of the viewer's clock along a chart, and the lines through it. */
export function TimeAxis({ fromMs, toMs, widthPx, y, lines, x }: Props) {
  return timeTicks(fromMs, toMs, Math.max(1, Math.floor(widthPx / tickPx)) + 1).map(({ atMs, text }) => (
    <g key={atMs}>
      {lines === undefined ? null : (
        <line className={classes["grid"]} x1={x(atMs)} x2={x(atMs)} y1={lines[0]} y2={lines[1]} />
      )}
      <text x={x(atMs)} y={y} textAnchor="middle">
        {text}
      </text>
    </g>
  ));
}
