import type { CalibrationPoint } from "@pulse/contract/calibration";
import type { PlanMapView } from "../placing/planMapEngine.ts";
import classes from "./Calibration.module.css";

interface Props {
  view: PlanMapView;
  points: readonly CalibrationPoint[];
  gateways: readonly { id: string; name: string; lat: number; lon: number }[];
  marked: string | null;
}

/** Names of gateways are shown from this scale on, px per m: in smaller views they would overlap. */
const namedPxPerM = 6;

/** Gateways as on the map, points of a walk test as discs with the number of gateways that heard them, reference beacons as diamonds; the lists say the same. */
export function PointsView({ view, points, gateways, marked }: Props) {
  return (
    <svg className={classes["points"]} aria-hidden="true">
      {gateways.map(({ id, name, ...at }) => {
        const { x, y } = view.project(at);
        return (
          <g key={id} transform={`translate(${x} ${y})`} className={classes["gateway"]}>
            <rect x={-8} y={-8} width={16} height={16} rx={4} />
            <circle r={2.6} />
            {view.pxPerM < namedPxPerM ? null : <text y={17}>{name}</text>}
          </g>
        );
      })}
      {points.map((point) => {
        const { x, y } = view.project(point);
        const isBeacon = point.end === null;
        return (
          <g
            key={point.id}
            transform={`translate(${x} ${y})`}
            className={classes["point"]}
            data-beacon={isBeacon || undefined}
            data-off={point.drift !== null || undefined}
          >
            {point.id === marked ? <circle className={classes["mark"]} r={18} /> : null}
            {isBeacon ? <rect x={-8} y={-8} width={16} height={16} rx={3} transform="rotate(45)" /> : <circle r={11} />}
            {isBeacon ? <circle className={classes["core"]} r={3} /> : <text>{point.gateways}</text>}
            {isBeacon && view.pxPerM >= namedPxPerM ? <text y={24}>{point.trackerName}</text> : null}
          </g>
        );
      })}
    </svg>
  );
}
