import type { LatLon } from "@pulse/geo/latLon";
import { useMemo } from "react";
import type { PlanMapView } from "../placing/planMapEngine.ts";
import { coverageArea, type Obstacles, type RadioSettings } from "./coverage.ts";
import classes from "./Gateways.module.css";

/** The strengths at which a tag is heard well enough to locate it, and heard at all, dBm. */
const levels = { faint: -90, good: -75 } as const;

interface Props {
  view: PlanMapView;
  at: LatLon;
  radio: RadioSettings;
  obstacles: Obstacles;
}

/** How far a gateway hears, drawn on the plan. */
export function CoverageLayer({ view, at: { lat, lon }, radio, obstacles }: Props) {
  const { alpha, beta, gamma, measuredPower } = radio;
  const areas = useMemo(
    () =>
      Object.entries(levels).map(([level, rssi]) => ({
        level,
        corners: coverageArea({ lat, lon }, { alpha, beta, gamma, measuredPower }, rssi, obstacles),
      })),
    [lat, lon, alpha, beta, gamma, measuredPower, obstacles],
  );
  return (
    <svg className={classes["coverage"]} width={view.widthPx} height={view.heightPx} aria-hidden="true">
      {areas.map(({ level, corners }) => (
        <polygon
          key={level}
          data-level={level}
          points={corners
            .map((corner) => view.project(corner))
            .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
            .join(" ")}
        />
      ))}
    </svg>
  );
}
