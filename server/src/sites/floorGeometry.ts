import { placePlan, type PlacedPlan } from "@pulse/geo/floorPlan";

/** A floor's row, as far as its place in the world goes. */
export interface FloorPlace {
  id: string;
  building_id: string;
  level: number;
  nw_lat: number;
  nw_lon: number;
  se_lat: number;
  se_lon: number;
  rotation_deg: number;
  ceiling_height_m: number;
  /** Given by hand; null: follows from the levels below. */
  elevation: number | null;
}

/** The floor's image laid on the world. */
export function planOf(floor: FloorPlace): PlacedPlan {
  return placePlan({
    northWest: { lat: floor.nw_lat, lon: floor.nw_lon },
    southEast: { lat: floor.se_lat, lon: floor.se_lon },
    rotationDeg: floor.rotation_deg,
  });
}

/**
 * Metres above the floor of level 0 of each building, by floor id (shapes S1): level 0 is 0, each higher level adds the
 * ceiling heights below it, each lower one subtracts its own; a value given by hand wins for its own floor.
 */
export function elevationsOf(floors: readonly FloorPlace[]): Map<string, number> {
  const elevations = new Map<string, number>();
  const buildings = Map.groupBy(floors, (floor) => floor.building_id);
  for (const storeys of buildings.values()) {
    const up = storeys.filter((floor) => floor.level >= 0).sort((a, b) => a.level - b.level);
    const down = storeys.filter((floor) => floor.level < 0).sort((a, b) => b.level - a.level);
    let height = 0;
    for (const floor of up) {
      elevations.set(floor.id, floor.elevation ?? height);
      height += floor.ceiling_height_m;
    }
    let depth = 0;
    for (const floor of down) {
      depth -= floor.ceiling_height_m;
      elevations.set(floor.id, floor.elevation ?? depth);
    }
  }
  return elevations;
}
