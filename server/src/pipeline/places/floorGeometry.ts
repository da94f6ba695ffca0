import { placePlan, type PlacedPlan } from "@pulse/geo/floorPlan";

/** The part of a floor's row that says where it is. */
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
  /** Set by hand; null: computed from the levels below. */
  elevation: number | null;
}

/** The floor's image placed on Earth. */
export function planOf(floor: FloorPlace): PlacedPlan {
  return placePlan({
    northWest: { lat: floor.nw_lat, lon: floor.nw_lon },
    southEast: { lat: floor.se_lat, lon: floor.se_lon },
    rotationDeg: floor.rotation_deg,
  });
}

/**
 * Metres above the floor of level 0 of each building, by floor id (shapes S1). Level 0 is 0; a higher level adds the
 * ceiling heights below it, a lower one subtracts its own. A value set by hand counts for its own floor only.
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
