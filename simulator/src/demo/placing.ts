import { placementOf, type Placement } from "@pulse/geo/floorPlan";
import { type LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { DemoBuilding, DemoFloor, DemoSite, FloorPoint } from "./model.ts";

/**
 * The three frames of the demo, and the only conversions between them.
 * Floor: metres from the image's top-left, x right, y down. Site: metres from the site's origin, x east, y north.
 * World: WGS 84. A building's floors are exactly above one another, turned clockwise by its rotation.
 */
export function floorToSite(building: DemoBuilding, point: FloorPoint): { x: number; y: number } {
  const angle = (building.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: building.eastM + point.x * cos - point.y * sin,
    y: building.northM - point.x * sin - point.y * cos,
  };
}

/** A point of a floor in the world. */
export function floorToLatLon(site: DemoSite, building: DemoBuilding, point: FloorPoint): LatLon {
  return localFrame(site).toLatLon(floorToSite(building, point));
}

/** Where a floor's image is: its two corners and its rotation, as in the API. */
export function floorPlacement(site: DemoSite, building: DemoBuilding, floor: DemoFloor): Placement {
  return placementOf(floorToLatLon(site, building, { x: 0, y: 0 }), floor.widthM, floor.heightM, building.rotationDeg);
}

/** The building and the floor of a floor's key. @throws {RangeError} for a key that is not of this site */
export function floorOfKey<F extends { key: string }, B>(
  site: { name: string; buildings: readonly (B & { floors: readonly F[] })[] },
  key: string,
): { building: B & { floors: readonly F[] }; floor: F } {
  for (const building of site.buildings)
    for (const floor of building.floors) if (floor.key === key) return { building, floor };
  throw new RangeError(`no floor ${key} in ${site.name}`);
}
