import type { Placement } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { placedAround } from "@pulse/geo/placementChange";
import type { ImageSize } from "@pulse/geo/planMatch";
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { type PlacingAction, placingAfter, type PlacingState, startPlacing } from "./placingState.ts";

/** The width of a plan until somebody gives it, m. */
const firstWidthM = 60;

interface Parts {
  image: ImageSize;
  placement: Placement | null;
  start: LatLon;
  onChange(placement: Placement): void;
}

/** The state of the tool, synchronised with a form's value: changes here are reported, and the form's changes are adopted. */
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
  /** Reported placements that have not come back yet: a drag is a few steps ahead of the form. */
  const reported = useRef<Placement[]>(placement === null ? [] : [placement]);
  const report = useEffectEvent(onChange);
  const now = state.placement;
  useEffect(() => {
    const last = reported.current.at(-1);
    if (last !== undefined && isSame(last, now)) return;
    reported.current.push(now);
    report(now);
  }, [now]);
  useEffect(() => {
    if (placement === null) return;
    const nth = reported.current.findIndex((each) => isSame(each, placement));
    if (nth >= 0) {
      reported.current.splice(0, nth);
      return;
    }
    reported.current = [placement];
    act({ kind: "place", placement: bare(placement) });
  }, [placement]);
  return [state, act];
}

/** Only the fields of a placement: the argument may be a whole floor. */
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
