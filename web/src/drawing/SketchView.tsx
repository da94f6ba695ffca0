import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { Point } from "@pulse/geo/localFrame";
import { useTranslation } from "react-i18next";
import { DragHandle } from "../placing/DragHandle.tsx";
import type { PlanMapView, Px } from "../placing/planMapEngine.ts";
import classes from "./Drawing.module.css";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import { nameAt, placeLabels } from "./placeLabels.ts";
import { isArea, type Shape } from "./sketch.ts";
import { sidesOf, type Snapped } from "./snap.ts";
import type { Suggestions } from "./useSuggestions.ts";

interface Props {
  state: DrawingState;
  plan: Pick<PlacedPlan, "toImage" | "toLatLon">;
  view: PlanMapView;
  /** Lines and areas that may become shapes. */
  suggestions?: Pick<Suggestions, "lines" | "rooms" | "excluded">;
  /** Where the next point would go; null: the pointer is elsewhere. */
  next: Snapped | null;
  /** Existing shapes of the floor that are not edited here. */
  ground?: readonly Shape[];
  snapped(point: Point, key: string): Point;
  /** While new shapes are drawn: a press on a handle sets a point there. Sides then offer no new points. */
  onPoint?(at: Point): void;
  onAction(action: DrawingAction): void;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const nothing: readonly Shape[] = [];

/** The drawing on the plan, with handles on the selected shape. */
export function SketchView({
  state,
  plan,
  view,
  suggestions,
  next,
  ground = nothing,
  snapped,
  onPoint,
  onAction,
}: Props) {
  const { t } = useTranslation();
  const onScreen = (point: Point): Px => view.project(plan.toLatLon(point));
  const onPlan = (px: Px): Point => plan.toImage(view.unproject(px));
  const chosen = state.shapes.find(({ key }) => key === state.selected);
  const placed = [...state.shapes, ...ground].map((shape) => ({ shape, at: shape.points.map(onScreen) }));
  const named = placeLabels(placed);
  const drawn = ({ shape, at }: (typeof placed)[number]) => (
    <Drawn
      key={shape.key}
      shape={shape}
      at={at}
      isSelected={shape === chosen}
      hasName={shape === chosen || named.has(shape.key)}
    />
  );
  const open = state.open === null ? [] : [...state.open.points, ...(next === null ? [] : [next.point])];
  return (
    <>
      <svg className={classes["sketch"]} aria-hidden="true">
        {ground.length === 0 ? null : (
          <g className={classes["ground"]}>{placed.slice(state.shapes.length).map(drawn)}</g>
        )}
        {placed.slice(0, state.shapes.length).map(drawn)}
        {suggestions?.rooms.map(({ key, points }) => (
          <polygon
            key={key}
            className={classes["suggestedRoom"]}
            data-excluded={suggestions.excluded.has(key) || undefined}
            points={textOf(points.map(onScreen))}
          />
        ))}
        {suggestions?.lines.map(({ key, a, b }) => (
          <polyline
            key={key}
            className={classes["suggestion"]}
            data-excluded={suggestions.excluded.has(key) || undefined}
            points={textOf([a, b].map(onScreen))}
          />
        ))}
        <polyline className={classes["open"]} points={textOf(open.map(onScreen))} />
        {next === null ? null : <Next at={onScreen(next.point)} isSnapped={next.to !== null} />}
      </svg>
      {chosen?.points.map((point, nth) => (
        <DragHandle
          key={partKey(chosen, nth)}
          at={onScreen(point)}
          label={chosen.kind === "circle" ? t(`drawing.circle.${nth}`) : t("drawing.vertex", { nth: nth + 1 })}
          className={classes["vertex"]}
          onDrag={(px) => onAction({ kind: "dragVertex", key: chosen.key, nth, at: snapped(onPlan(px), chosen.key) })}
          onDrop={() => onAction({ kind: "drop" })}
          {...(onPoint === undefined ? {} : { onPress: () => onPoint(point) })}
          onKey={({ key, shiftKey }) => {
            const arrow = arrows[key];
            if (key === "Delete") onAction({ kind: "removeVertex", key: chosen.key, nth });
            if (arrow === undefined) return key === "Delete";
            const { x, y } = onScreen(point);
            const px = shiftKey ? 10 : 1;
            const at = onPlan({ x: x + arrow[0] * px, y: y + arrow[1] * px });
            onAction({ kind: "moveVertex", key: chosen.key, nth, at });
            return true;
          }}
        />
      ))}
      {chosen === undefined || onPoint !== undefined || chosen.kind === "door" || chosen.kind === "circle"
        ? null
        : sidesOf(chosen).map(([a, b], nth) => {
            const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
            const { x, y } = onScreen(middle);
            return (
              <button
                key={partKey(chosen, nth)}
                type="button"
                className={classes["middle"]}
                aria-label={t("drawing.insert", { nth: nth + 1 })}
                style={{ transform: `translate(${x}px, ${y}px)` }}
                onClick={() => onAction({ kind: "insertVertex", key: chosen.key, after: nth, at: middle })}
              />
            );
          })}
    </>
  );
}

interface DrawnProps {
  shape: Shape;
  at: readonly Px[];
  isSelected: boolean;
  hasName: boolean;
}

function Drawn({ shape, at, isSelected, hasName }: DrawnProps) {
  const points = textOf(at);
  const middle = nameAt(at);
  return (
    <g className={classes["shape"]} data-kind={shape.kind} data-selected={isSelected || undefined}>
      {shape.kind === "circle" ? (
        <circle cx={at[0]?.x} cy={at[0]?.y} r={Math.hypot(at[1]!.x - at[0]!.x, at[1]!.y - at[0]!.y)} />
      ) : isArea(shape.kind) ? (
        <polygon points={points} />
      ) : (
        <polyline points={points} />
      )}
      {shape.name === "" || !hasName ? null : (
        <text x={middle.x} y={middle.y}>
          {shape.name}
        </text>
      )}
    </g>
  );
}

function Next({ at, isSnapped }: { at: Px; isSnapped: boolean }) {
  return <circle className={classes["next"]} data-snapped={isSnapped || undefined} cx={at.x} cy={at.y} r={5} />;
}

/** Parts of a shape are keyed by number; when the number of points changes, all get new keys. */
const partKey = ({ key, points }: Shape, nth: number): string => `${key}/${nth}/${points.length}`;
const textOf = (points: readonly Px[]): string => points.map(({ x, y }) => `${x},${y}`).join(" ");
