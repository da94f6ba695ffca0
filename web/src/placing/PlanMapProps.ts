import type { LatLon } from "@pulse/geo/latLon";
import type { ReactNode } from "react";
import type { MapMarker, PlanImage } from "./onPlanMap.ts";
import type { PlanMapHandle, PlanMapView } from "./planMapEngine.ts";

export interface PlanMapProps {
  /** The map's accessible name. */
  label: string;
  /** From below to above. The map shows all of them when it opens, and again when other plans come. */
  plans: readonly PlanImage[];
  markers?: readonly MapMarker[];
  /** What the map shows as long as there are no plans. */
  start: LatLon;
  onMarkerClick?(id: string): void;
  /** A marker was let go, or moved by a key. */
  onMarkerMoved?(id: string, to: LatLon): void;
  /** A click on the map beside all markers. */
  onClick?(at: LatLon): void;
  /** Once, when the map can be spoken to; what it gives back is called when the map goes. */
  onReady?(map: PlanMapHandle): (() => void) | void;
  /** What lies above the map, drawn anew whenever the view moves. Give it `pointer-events: auto` where it takes clicks. */
  children?(view: PlanMapView): ReactNode;
}
