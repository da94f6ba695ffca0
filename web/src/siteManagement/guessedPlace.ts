import type { LatLon } from "@pulse/geo/latLon";
import { placementOf, placePlan, type Placement } from "@pulse/geo/floorPlan";
import { localFrame } from "@pulse/geo/localFrame";
import { isPlace } from "./coordinates.ts";
import type { BuildingValues, FloorValues } from "./layoutValues.ts";

/** The assumed width of a plan until somebody gives it, m. */
const guessedWidthM = 50;

/** A floor's fields as a placement; null while they are incomplete. */
export function placementIn({ northWest, southEast, rotationDeg }: FloorValues): Placement | null {
  if (!isPlace(northWest) || !isPlace(southEast) || typeof rotationDeg !== "number") return null;
  return { northWest, southEast, rotationDeg };
}

/**
 * Where a new plan is until somebody places it: at the floors of its building if there are any, else in the middle of the
 * site.
 */
export function placedAt(
  image: { width: number; height: number; widthM?: number | null },
  buildings: readonly Pick<BuildingValues, "floors">[],
  site: LatLon,
): Placement & { guessed: Placement } {
  const guessed = guessedPlacement(image, buildings, site);
  return { ...guessed, guessed };
}

function guessedPlacement(
  image: { width: number; height: number; widthM?: number | null },
  buildings: readonly Pick<BuildingValues, "floors">[],
  site: LatLon,
): Placement {
  const known = buildings.flatMap(({ floors }) => floors.flatMap((floor) => placementIn(floor) ?? []));
  const aspect = image.height / image.width;
  const [neighbour] = known;
  if (neighbour !== undefined) {
    const widthM = image.widthM ?? placePlan(neighbour).widthM;
    return placementOf(neighbour.northWest, widthM, widthM * aspect, neighbour.rotationDeg);
  }
  const widthM = image.widthM ?? guessedWidthM;
  const heightM = widthM * aspect;
  const corner = localFrame(site).toLatLon({ x: -widthM / 2, y: heightM / 2 });
  return placementOf(corner, widthM, heightM, 0);
}
