import { IconRotateClockwise } from "@tabler/icons-react";
import { type Placement, placePlan } from "@pulse/geo/floorPlan";
import { changedPlacement, middleOf } from "@pulse/geo/placementChange";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { DragHandle } from "./DragHandle.tsx";
import type { PlanMapView, Px } from "./planMapEngine.ts";
import classes from "./PlanPlacing.module.css";

const corners = ["northWest", "northEast", "southEast", "southWest"] as const;
/** The rotation handle is this far above the plan's upper edge, px. */
const stalkPx = 40;
const smallestM = 0.5;

interface Props {
  placement: Placement;
  view: PlanMapView;
  onDrag(placement: Placement): void;
  onDrop(): void;
}

/** The frame around a plan with its handles for size and rotation. */
export function PlanFrame({ placement, view, onDrag, onDrop }: Props) {
  const { t } = useTranslation();
  /** The placement when the drag began, so that roundings do not add up. */
  const beforeDrag = useRef<Placement | null>(null);
  const plan = placePlan(placement);
  const [nw, ne, se, sw] = plan.corners.map(view.project) as [Px, Px, Px, Px];
  const middle = view.project(middleOf(placement));
  const top = { x: (nw.x + ne.x) / 2, y: (nw.y + ne.y) / 2 };
  const up = Math.hypot(top.x - middle.x, top.y - middle.y) || 1;
  const stalk = {
    x: top.x + ((top.x - middle.x) / up) * stalkPx,
    y: top.y + ((top.y - middle.y) / up) * stalkPx,
  };
  const begin = (): Placement => (beforeDrag.current ??= placement);
  const drop = (): void => {
    beforeDrag.current = null;
    onDrop();
  };

  const size = (nth: number, to: Px): void => {
    const from = begin();
    const before = placePlan(from);
    const [a, b] = [before.corners[(nth + 2) % 4]!, before.corners[nth]!];
    const [still, moved] = [view.project(a), view.project(b)];
    const [dx, dy] = [moved.x - still.x, moved.y - still.y];
    // Along the diagonal: the proportions stay, wherever the pointer goes.
    const factor = ((to.x - still.x) * dx + (to.y - still.y) * dy) / (dx * dx + dy * dy);
    const minFactor = smallestM / Math.min(before.widthM, before.heightM);
    onDrag(changedPlacement(from, { about: a, factor: Math.max(minFactor, factor) }));
  };
  const turn = (to: Px): void => {
    const from = begin();
    const about = middleOf(from);
    const centre = view.project(about);
    const angle = (Math.atan2(to.x - centre.x, centre.y - to.y) * 180) / Math.PI + view.bearingDeg;
    onDrag(changedPlacement(from, { about, turnDeg: angle - from.rotationDeg }));
  };
  return (
    <>
      <svg className={classes["lines"]} aria-hidden="true">
        <polygon className={classes["outline"]} points={[nw, ne, se, sw].map(({ x, y }) => `${x},${y}`).join(" ")} />
        <line className={classes["outline"]} x1={top.x} y1={top.y} x2={stalk.x} y2={stalk.y} />
      </svg>
      {[nw, ne, se, sw].map((at, nth) => (
        <DragHandle
          key={corners[nth]}
          at={at}
          label={t(`placing.corner.${corners[nth]!}`)}
          className={classes["corner"]}
          onDrag={(to) => size(nth, to)}
          onDrop={drop}
        />
      ))}
      <DragHandle at={stalk} label={t("placing.turn")} className={classes["turn"]} onDrag={turn} onDrop={drop}>
        <IconRotateClockwise size={16} stroke={2} aria-hidden="true" />
      </DragHandle>
    </>
  );
}
