import classes from "./Chart.module.css";

interface Props {
  values: readonly number[];
  /** Where the chart begins, px; the values are left of it. */
  left: number;
  /** Where lines through the chart end, px; without it there are none. */
  right?: number;
  y(value: number): number;
  text(value: number): string;
}

/** Values beside a chart, and the lines through it. */
export function ValueAxis({ values, left, right, y, text }: Props) {
  return values.map((value) => (
    <g key={value}>
      {right === undefined ? null : <path className={classes["grid"]} d={`M${left} ${y(value)}H${right}`} />}
      <text x={left - 8} y={y(value) + 4} textAnchor="end">
        {text(value)}
      </text>
    </g>
  ));
}
