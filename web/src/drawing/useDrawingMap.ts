import type { LatLon } from "@pulse/geo/latLon";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PlanMapHandle, PlanMapView } from "../placing/planMapEngine.ts";
import { drawingKey } from "./drawingKeys.ts";
import type { DrawingAction, DrawingState } from "./drawingState.ts";

/** How near the pointer has to come, px. */
const nearPx = 10;

/**
 * The map's part in drawing: where the pointer is, what keys do, and how many metres count as near. `frame` goes onto the
 * element around the map, which receives the keys.
 */
export function useDrawingMap(parts: {
  state: DrawingState;
  /** Whether a click would draw a point. */
  draws: boolean;
  isReadOnly: boolean;
  onAction(action: DrawingAction): void;
  /** Called when the map can be moved. */
  onBegin?(handle: PlanMapHandle): void;
}) {
  const { state, onAction } = parts;
  const [pointer, setPointer] = useState<LatLon | null>(null);
  const [handle, setHandle] = useState<PlanMapHandle | null>(null);
  const seen = useRef<PlanMapView>(null);
  const frame = useRef<HTMLDivElement>(null);

  const pointed = useEffectEvent((at: LatLon | null) => setPointer(parts.draws ? at : null));
  const begun = useEffectEvent((map: PlanMapHandle) => parts.onBegin?.(map));
  useEffect(() => {
    if (handle === null) return;
    const { map } = handle;
    // A double click ends a line, so it must not zoom.
    map.doubleClickZoom.disable();
    map.on("mousemove", ({ lngLat: { lat, lng } }) => pointed({ lat, lon: lng }));
    map.on("mouseout", () => pointed(null));
    begun(handle);
  }, [handle]);

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (parts.isReadOnly || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    const action = drawingKey(event, state);
    if (action === null) return;
    event.preventDefault();
    onAction(action);
  });
  useEffect(() => {
    const element = frame.current;
    const listen = (event: KeyboardEvent): void => pressed(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, []);

  return {
    frame,
    pointer,
    withinM: (): number => nearPx / (seen.current?.pxPerM ?? 1),
    /** For the map's `onReady`. */
    ready: (created: PlanMapHandle): (() => void) => {
      setHandle(created);
      return () => setHandle(null);
    },
    /** For the map's children: distances are taken from this view. */
    look: (view: PlanMapView): void => {
      seen.current = view;
    },
  };
}
