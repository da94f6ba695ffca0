import type { FloorPlan } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { Point } from "@pulse/geo/localFrame";
import { isInside } from "@pulse/geo/polygon";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";
import type { WallLine } from "./WallLine.ts";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import type { Shape } from "./sketch.ts";
import { distance, projectOnSegment } from "./snap.ts";
import { suggestedWalls } from "./suggestedWalls.ts";

/** A line that may be a wall, with its key. */
type Suggestion = WallLine & { key: string };
/** An area that may be a room, with its key. */
interface RoomSuggestion {
  key: string;
  name: string;
  points: readonly Point[];
}
export type Suggestions = ReturnType<typeof useSuggestions>;

/** Walls and rooms found in the plan's image, which join the drawing once somebody has checked them. */
export function useSuggestions(
  { floor, plan, state }: { floor: FloorPlan; plan: PlacedPlan; state: DrawingState },
  onAction: Dispatch<DrawingAction>,
) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const [lines, setLines] = useState<readonly Suggestion[]>([]);
  const [rooms, setRooms] = useState<readonly RoomSuggestion[]>([]);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const look = useMutation({
    mutationFn: () => suggestedWalls(api, floor, plan, state.shapes),
    onSuccess: (found) => {
      setLines(found.walls.map((line, nth) => ({ ...line, key: String(nth + 1) })));
      setRooms(named(found.rooms, state.shapes, (nth) => t("drawing.suggest.roomName", { nth })));
      setExcluded(new Set());
      if (found.walls.length + found.rooms.length === 0) snackbars.info(t("drawing.suggest.none"));
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  const discard = (): void => {
    setLines([]);
    setRooms([]);
  };
  const toggle = (key: string): void =>
    setExcluded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return {
    lines,
    rooms,
    /** The keys of the rejected lines and rooms. */
    excluded,
    isLooking: look.isPending,
    look: () => look.mutate(),
    toggle,
    toggleAt: (point: Point, withinM: number): void => {
      const farOf = ({ a, b }: WallLine): number => distance(point, projectOnSegment(point, a, b));
      const [nearest] = lines.toSorted((one, other) => farOf(one) - farOf(other));
      if (nearest !== undefined && farOf(nearest) <= withinM) return toggle(nearest.key);
      const room = rooms.find(({ points }) => isInside(point, points));
      if (room !== undefined) toggle(room.key);
    },
    accept: (): void => {
      const isTaken = ({ key }: { key: string }): boolean => !excluded.has(key);
      onAction({
        kind: "addSuggested",
        walls: lines.filter(isTaken).map(({ a, b }) => [a, b]),
        rooms: rooms.filter(isTaken).map(({ name, points }) => ({ name, points })),
      });
      discard();
    },
    discard,
  };
}

/** Rooms with names that no other room has: a drawing with nameless rooms cannot be saved. */
function named(
  areas: readonly (readonly Point[])[],
  shapes: readonly Shape[],
  nameOf: (nth: number) => string,
): RoomSuggestion[] {
  const taken = new Set(shapes.map(({ name }) => name));
  let nth = 0;
  return areas.map((points) => {
    do nth++;
    while (taken.has(nameOf(nth)));
    return { key: `room ${nth}`, name: nameOf(nth), points };
  });
}
