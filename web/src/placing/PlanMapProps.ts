import type { LatLon } from "@pulse/geo/latLon";
import type { ReactNode } from "react";
import type { MapMarker, PlanImage } from "./onPlanMap.ts";
import type { PlanMapHandle, PlanMapView } from "./planMapEngine.ts";

export interface PlanMapProps {
  /** The map's accessible name. */
  label: string;
  /** From the lowest up. The map shows all of them when it opens, and again when the plans change. */
  plans: readonly PlanImage[];
  markers?: readonly MapMarker[];
  /** Where the map is while there are no plans. */
  start: LatLon;
  /** A place to show with this much around it, m, instead of whole plans; the map follows it. */
  focus?: { at: LatLon; aroundM: number };
  onMarkerClick?(id: string): void;
  /** A marker was dropped, or moved by a key. */
  onMarkerMoved?(id: string, to: LatLon): void;
  /** A click on the map outside all markers. */
  onClick?(at: LatLon): void;
  /** Called once when the map is ready; the returned function is called when the map is removed. */
  onReady?(map: PlanMapHandle): (() => void) | void;
  /** Content above the map, rendered again whenever the view moves. Give it `pointer-events: auto` where it takes clicks. */
  children?(view: PlanMapView): ReactNode;
}
