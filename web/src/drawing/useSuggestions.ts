import type { FloorPlan } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { Point } from "@pulse/geo/localFrame";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services.tsx";
import type { WallLine } from "./WallLine.ts";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import { apart, footOn } from "./snap.ts";
import { suggestedWalls } from "./suggestedWalls.ts";

/** A line that may be a wall, with its key. */
type Suggestion = WallLine & { key: string };
export type Suggestions = ReturnType<typeof useSuggestions>;

/** Walls found in the plan's image, which join the drawing once somebody has checked them. */
export function useSuggestions(
  { floor, plan, state }: { floor: FloorPlan; plan: PlacedPlan; state: DrawingState },
  onAction: Dispatch<DrawingAction>,
) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const [lines, setLines] = useState<readonly Suggestion[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const look = useMutation({
    mutationFn: () => suggestedWalls(api, floor, plan, state.shapes),
    onSuccess: (found) => {
      setLines(found.map((line, nth) => ({ ...line, key: String(nth + 1) })));
      setLeft(new Set());
      if (found.length === 0) snackbars.info(t("drawing.suggest.none"));
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  const discard = (): void => setLines([]);
  const toggle = (key: string): void =>
    setLeft((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return {
    lines,
    /** The keys of the rejected lines. */
    left,
    isLooking: look.isPending,
    look: () => look.mutate(),
    toggle,
    toggleAt: (point: Point, withinM: number): void => {
      const farOf = ({ a, b }: WallLine): number => apart(point, footOn(point, a, b));
      const [nearest] = lines.toSorted((one, other) => farOf(one) - farOf(other));
      if (nearest !== undefined && farOf(nearest) <= withinM) toggle(nearest.key);
    },
    accept: (): void => {
      onAction({ kind: "addWalls", walls: lines.filter(({ key }) => !left.has(key)).map(({ a, b }) => [a, b]) });
      discard();
    },
    discard,
  };
}
