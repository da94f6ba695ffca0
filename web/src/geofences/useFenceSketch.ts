import { useCallback, useEffect, useRef, useState } from "react";
import { type DrawingAction, drawingAfter, type DrawingState, startDrawing } from "../drawing/drawingState.ts";
import { useFormContext } from "../form/FormContext.ts";
import { groundOfShapes, type Sheet, shapesOfGround } from "./fenceSketch.ts";
import type { Ground } from "./geofenceValues.ts";

const fields = ["type", "shape", "lat", "lon", "radius"] as const;

/**
 * The drawing of a fence on a sheet, synchronised with the form: drawing sets the form's value at once, and typing or
 * discarding there redraws it.
 * @param onFirst called when the first shape of a fence is drawn
 */
export function useFenceSketch(sheet: Sheet, onFirst: () => void) {
  const { form } = useFormContext();
  const ground = Object.fromEntries(fields.map((name) => [name, form.value(name)])) as unknown as Ground;
  const known = JSON.stringify(ground);
  const [state, setState] = useState<DrawingState>(() => startDrawing(shapesOfGround(ground, sheet)));
  // The newest of both: a pointer moves more often than React renders.
  const now = useRef({ state, lastReported: known });

  const put = useCallback((next: DrawingState): void => {
    now.current.state = next;
    setState(next);
  }, []);

  useEffect(() => {
    if (known === now.current.lastReported) return;
    now.current.lastReported = known;
    const shapes = shapesOfGround(JSON.parse(known) as Ground, sheet);
    put(drawingAfter(now.current.state, { kind: "put", shapes, selected: null }));
  }, [known, sheet, put]);

  const act = (action: DrawingAction): void => {
    const before = now.current.state;
    const next = drawingAfter(before, action);
    put(next);
    // A dragged shape is reported when it is released.
    if (next.beforeDrag !== null || (next.shapes === before.shapes && before.beforeDrag === null)) return;
    const values = groundOfShapes(next.shapes, sheet, ground);
    now.current.lastReported = JSON.stringify(Object.fromEntries(fields.map((name) => [name, values[name]])));
    for (const name of fields) if (values[name] !== ground[name]) form.set(name, values[name]);
    // Another area than its room's is its own; whoever draws a room again says so afterwards.
    if (form.value("roomId") !== null) form.set("roomId", null);
    if (before.shapes.length === 0 && next.shapes.length > 0) onFirst();
  };
  return { state, act, ground };
}
