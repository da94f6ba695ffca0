import { type Placement, placePlan } from "@pulse/geo/floorPlan";
import { type ImageSize, imageToWorld } from "@pulse/geo/planMatch";
import { type PlanPoint, pointKey } from "./placingState.ts";
import type { PlanMapView } from "./planMapEngine.ts";
import classes from "./PlanPlacing.module.css";

/** A, B, C … */
export function pointName(nth: number): string {
  return String.fromCodePoint(65 + (nth % 26));
}

interface Props {
  points: readonly PlanPoint[];
  placement: Placement;
  image: ImageSize;
  view: PlanMapView;
}

/** The chosen points of the plan, and their stated places. */
export function PlanPins({ points, placement, image, view }: Props) {
  const pins = points.map((point) => ({
    pin: view.project(imageToWorld(point.image, placement, image)),
    at: point.at === null ? null : view.project(point.at),
  }));
  const edge = placePlan(placement).corners.map(view.project);
  return (
    <>
      <svg className={classes["lines"]} aria-hidden="true">
        <polygon className={classes["outline"]} points={edge.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {pins.map(({ pin, at }, nth) =>
          at === null ? null : (
            <g key={pointKey(points[nth]!, nth)}>
              <line className={classes["apart"]} x1={pin.x} y1={pin.y} x2={at.x} y2={at.y} />
              <circle className={classes["target"]} cx={at.x} cy={at.y} r={9} />
              <path className={classes["target"]} d={`M${at.x - 14} ${at.y}h28M${at.x} ${at.y - 14}v28`} />
            </g>
          ),
        )}
        {points.length === 2 && points.every(({ at }) => at === null) && (
          <line
            className={classes["apart"]}
            x1={pins[0]!.pin.x}
            y1={pins[0]!.pin.y}
            x2={pins[1]!.pin.x}
            y2={pins[1]!.pin.y}
          />
        )}
      </svg>
      {pins.map(({ pin, at }, nth) => (
        <span
          key={pointKey(points[nth]!, nth)}
          className={classes["pin"]}
          data-matched={at !== null || undefined}
          style={{ transform: `translate(${pin.x}px, ${pin.y}px)` }}
        >
          {pointName(nth)}
        </span>
      ))}
    </>
  );
}
