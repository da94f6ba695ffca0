import type { Placement } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { placedAround } from "@pulse/geo/placementChange";
import type { ImageSize } from "@pulse/geo/planMatch";
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { type PlacingAction, placingAfter, type PlacingState, startPlacing } from "./placingState.ts";

/** How wide a plan is until somebody says, m. */
const firstWidthM = 60;

interface Parts {
  image: ImageSize;
  placement: Placement | null;
  start: LatLon;
  onChange(placement: Placement): void;
}

/** The state of the tool, in step with a form's value: what happens here is told, and what the form sets is taken. */
export function usePlacing({ image, placement, start, onChange }: Parts): [PlacingState, Dispatch<PlacingAction>] {
  const [state, act] = useReducer(placingAfter, null, () =>
    startPlacing(
      placement === null
        ? placedAround(start, firstWidthM, (firstWidthM * image.height) / image.width)
        : bare(placement),
      {
        width: image.width,
        height: image.height,
      },
    ),
  );
  /** What was told and has not come back yet: a drag is ahead of the form by a few steps. */
  const told = useRef<Placement[]>(placement === null ? [] : [placement]);
  const tell = useEffectEvent(onChange);
  const now = state.placement;
  useEffect(() => {
    const last = told.current.at(-1);
    if (last !== undefined && isSame(last, now)) return;
    told.current.push(now);
    tell(now);
  }, [now]);
  useEffect(() => {
    if (placement === null) return;
    const nth = told.current.findIndex((each) => isSame(each, placement));
    if (nth >= 0) {
      told.current.splice(0, nth);
      return;
    }
    told.current = [placement];
    act({ kind: "place", placement: bare(placement) });
  }, [placement]);
  return [state, act];
}

/** A placement and nothing more: what is given may be a whole floor. */
function bare({ northWest, southEast, rotationDeg }: Placement): Placement {
  return { northWest, southEast, rotationDeg };
}

function isSame(a: Placement, b: Placement): boolean {
  return (
    a.rotationDeg === b.rotationDeg &&
    a.northWest.lat === b.northWest.lat &&
    a.northWest.lon === b.northWest.lon &&
    a.southEast.lat === b.southEast.lat &&
    a.southEast.lon === b.southEast.lon
  );
}
