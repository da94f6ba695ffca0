import type { Placement } from "@pulse/geo/floorPlan";
import { changedPlacement, middleOf } from "@pulse/geo/placementChange";
import type { PlacingAction } from "./placingState.ts";
import type { PlanMapView } from "./planMapEngine.ts";

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const turns: Readonly<Record<string, number>> = { "[": -1, "]": 1, "{": -0.1, "}": 0.1 };
const sizes: Readonly<Record<string, number>> = { "+": 1.01, "=": 1.01, "-": 1 / 1.01, _: 1 / 1.01 };

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** What a key does to a plan that is being placed; null: nothing. Arrows move it by one pixel of the screen, by ten with Shift. */
export function keyAction(pressed: Pressed, placement: Placement, view: PlanMapView): PlacingAction | null {
  const { key, shiftKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) {
    if (key.toLowerCase() === "z") return { kind: shiftKey ? "redo" : "undo" };
    return key.toLowerCase() === "y" ? { kind: "redo" } : null;
  }
  const about = middleOf(placement);
  const arrow = arrows[key];
  if (arrow !== undefined) {
    const at = view.project(about);
    const px = shiftKey ? 10 : 1;
    const to = view.unproject({ x: at.x + arrow[0] * px, y: at.y + arrow[1] * px });
    return { kind: "place", placement: changedPlacement(placement, { about, to }) };
  }
  const turnDeg = turns[key];
  if (turnDeg !== undefined) return { kind: "place", placement: changedPlacement(placement, { about, turnDeg }) };
  const factor = sizes[key];
  return factor === undefined ? null : { kind: "place", placement: changedPlacement(placement, { about, factor }) };
}
