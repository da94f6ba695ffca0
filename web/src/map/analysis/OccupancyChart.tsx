import type { Occupancy } from "@pulse/contract/analytics";
import { useElementSize } from "@mantine/hooks";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { marksOf } from "../playback/timeAxis.ts";
import classes from "./Analysis.module.css";

const heightPx = 92;
const edge = { left: 24, bottom: 18, top: 6 };

interface Props {
  /** The steps of one place, in order of time. */
  steps: readonly Occupancy[];
  stepMs: number;
  label: string;
}

/** How many things were in a place: the mean as a bar, the maximum behind it, hours without data hatched. */
export function OccupancyChart({ steps, stepMs, label }: Props) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const hatch = useId();
  const fromMs = Date.parse(steps[0]?.at ?? "");
  const toMs = Date.parse(steps.at(-1)?.at ?? "") + stepMs;
  const highest = Math.max(1, ...steps.map(({ max }) => max ?? 0));
  const bottom = heightPx - edge.bottom;
  const x = (ms: number): number => edge.left + ((ms - fromMs) / (toMs - fromMs)) * Math.max(1, width - edge.left);
  const y = (value: number): number => bottom - (value / highest) * (bottom - edge.top);
  const isAnyUnknown = steps.some(({ mean }) => mean === null);
  return (
    <div ref={ref}>
      {steps.length === 0 ? null : (
        <svg className={classes["chart"]} role="img" aria-label={label} width={width} height={heightPx}>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path className={classes["hatch"]} d="M0 0V6" />
          </pattern>
          {[0, highest].map((value) => (
            <text key={value} x={edge.left - 6} y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          ))}
          <path className={classes["axis"]} d={`M${edge.left} ${bottom}H${width}`} />
          {steps.map(({ at, mean, max }) => {
            const left = x(Date.parse(at));
            const wide = Math.max(1, x(Date.parse(at) + stepMs) - left - (width / steps.length > 4 ? 1 : 0));
            if (mean === null || max === null)
              return (
                <rect
                  key={at}
                  data-unknown
                  x={left}
                  width={wide}
                  y={edge.top}
                  height={bottom - edge.top}
                  fill={`url(#${hatch})`}
                />
              );
            return (
              <g key={at}>
                <rect className={classes["most"]} x={left} width={wide} y={y(max)} height={bottom - y(max)} />
                <rect className={classes["bar"]} x={left} width={wide} y={y(mean)} height={bottom - y(mean)} />
              </g>
            );
          })}
          {marksOf(fromMs, toMs, width).map(({ ms, text }) => (
            <text key={ms} x={x(ms)} y={heightPx - 4} textAnchor="middle">
              {text}
            </text>
          ))}
        </svg>
      )}
      {isAnyUnknown ? <p className={classes["scale"]}>{t("analysis.hatched")}</p> : null}
    </div>
  );
}
