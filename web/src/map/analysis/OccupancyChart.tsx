import type { Occupancy } from "@pulse/contract/analytics";
import { useElementSize } from "@mantine/hooks";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import frame from "../../charts/Chart.module.css";
import { Hatch } from "../../charts/Hatch.tsx";
import { linearScale } from "../../charts/scale.ts";
import { TimeAxis } from "../../charts/TimeAxis.tsx";
import { ValueAxis } from "../../charts/ValueAxis.tsx";
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
  const x = linearScale([fromMs, toMs], [edge.left, Math.max(edge.left + 1, width)]);
  const y = linearScale([0, highest], [bottom, edge.top]);
  const isAnyUnknown = steps.some(({ mean }) => mean === null);
  return (
    <div ref={ref}>
      {steps.length === 0 ? null : (
        <svg
          className={`${frame["chart"]} ${classes["chart"]}`}
          role="img"
          aria-label={label}
          width={width}
          height={heightPx}
        >
          <Hatch id={hatch} />
          <ValueAxis values={[0, highest]} left={edge.left} y={y} text={String} />
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
          <TimeAxis {...{ fromMs, toMs, x }} widthPx={width} y={heightPx - 4} />
        </svg>
      )}
      {isAnyUnknown ? <p className={classes["scale"]}>{t("analysis.hatched")}</p> : null}
    </div>
  );
}
