import type { Drawing } from "@pulse/contract/drawing";
import type { FloorPlan } from "@pulse/contract/sites";
import type { Placement } from "@pulse/geo/floorPlan";

/** A floor as it will be stored. */
export interface FloorToStore {
  id: string;
  isNew: boolean;
  /** It is new, or differs from what is stored. */
  isChanged: boolean;
  name: string;
  level: number;
  placement: Placement;
  ceilingHeightM: number;
  /** Null: computed from the levels below. */
  elevation: number | null;
  /** A stored file, or the part of the form that contains it. */
  image: { file: string } | { part: string; path: string };
  drawing: Partial<Drawing>;
  /** The stored floor whose things are copied to it, and which of them. */
  copyOf: { floor: FloorPlan; gateways: boolean; geofences: boolean } | null;
}

export interface BuildingToStore {
  id: string;
  isNew: boolean;
  name: string;
  floors: FloorToStore[];
}
