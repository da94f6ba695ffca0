import { AppError, type ErrorCode, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import { defaults } from "@pulse/contract/limits";
import type { BuildingBody, FloorBody, FloorPlan } from "@pulse/contract/sites";
import { drawingFaults } from "@pulse/geo/drawingFaults";
import type { Placement } from "@pulse/geo/floorPlan";
import { isStale } from "../../platform/http/staleVersion.ts";
import { drawingAfter, drawingOf, idFaults } from "./drawing.ts";
import { isFloorChanged, samePlacement } from "./floorChange.ts";
import { elevationsOf } from "../../pipeline/places/floorGeometry.ts";
import type { BuildingToStore, FloorToStore } from "./layoutToStore.ts";
import { parsePlacement, type PlacementInput } from "./planPlacement.ts";

/** What the rules need to know about the stored site, and about the form. */
export interface LayoutContext {
  stored: readonly FloorPlan[];
  /** Images of the site, by file id. */
  images: ReadonlySet<string>;
  hasPart(name: string): boolean;
  newId(): string;
}

/**
 * The buildings and floors that a body describes. The list is complete: stored ones that are not in it are deleted.
 * @throws {AppError} with every fault at its place, as `buildings[1].floors[0].image`
 */
export function layoutOf(buildings: readonly BuildingBody[], context: LayoutContext): BuildingToStore[] {
  const faults: ErrorDetail[] = [];
  const fault = (path: string, code: ErrorCode, message = errorMessage(code)): void =>
    void faults.push({ path, code, message });
  const mustBeUnique = (path: string, entity: string): void =>
    void faults.push({ path, code: "must_be_unique", message: `${entity} must be unique` });
  const storedBuildings = new Set(context.stored.map(({ buildingId }) => buildingId));
  const storedFloors = new Map(context.stored.map((floor) => [floor.id, floor]));
  const setByHand = elevationsByHand(context.stored);
  const used = new Set<string>();
  /** The id of something stored, or a new one. */
  const idOf = (sentId: string | undefined, isStored: (id: string) => boolean, path: string) => {
    if (sentId === undefined) return { id: context.newId(), isNew: true };
    if (!isStored(sentId) || used.has(sentId)) fault(`${path}.id`, "not_found");
    used.add(sentId);
    return { id: sentId, isNew: false };
  };
  const names = new Set<string>();

  const imageOf = (name: string, path: string): FloorToStore["image"] => {
    if (context.images.has(name)) return { file: name };
    if (name === "") fault(path, "layout_image_required");
    else if (!context.hasPart(name))
      fault(path, "layout_image_required", `The form has no part "${name}", and there is no file with this id`);
    return { part: name, path };
  };

  const copyOf = (body: FloorBody, path: string): FloorToStore["copyOf"] => {
    if (!body.copyOf || body.id !== undefined) return null;
    const { floorId, ...which } = body.copyOf;
    const floor = storedFloors.get(floorId);
    if (floor !== undefined) return { floor, ...which };
    fault(`${path}.copy_of.floor_id`, "not_found");
    return null;
  };

  const floorOf = (body: FloorBody, path: string): FloorToStore => {
    const { id, isNew } = idOf(body.id, (given) => storedFloors.has(given), path);
    const stored = storedFloors.get(id);
    const given = parsePlacement(stored ? placementAfter(body, stored) : body);
    let placement: Placement = { northWest: zero, southEast: zero, rotationDeg: 0 };
    if ("message" in given) {
      const code = given.message === errorMessage("field_required") ? "field_required" : "location_invalid";
      fault(`${path}.${given.path}`, code, given.message);
    } else {
      // Corners that are sent back never give quite the same placement.
      placement = stored && samePlacement(stored, given) ? stored : given;
      for (const wrong of drawingFaults(body, stored ?? {}, placement))
        fault(`${path}.${wrong.path}`, "invalid_parameter", wrong.message);
    }
    for (const wrong of wrongIds(body, stored)) fault(`${path}.${wrong.path}`, wrong.code, wrong.message);
    const image = imageOf(body.image ?? stored?.image ?? "", `${path}.image`);
    return {
      id,
      isNew,
      isChanged: true,
      name: body.name,
      level: body.level,
      placement,
      ceilingHeightM: body.ceilingHeightM ?? stored?.ceilingHeightM ?? defaults.ceilingHeightM,
      elevation: body.elevation === undefined ? (setByHand.get(id) ?? null) : body.elevation,
      image,
      drawing: drawingAfter(stored ? drawingOf(stored) : {}, body, context.newId),
      copyOf: copyOf(body, path),
    };
  };

  const layout = buildings.map((building, nth): BuildingToStore => {
    const path = `buildings[${nth}]`;
    const { id, isNew } = idOf(building.id, (given) => storedBuildings.has(given), path);
    const folded = building.name.toLowerCase();
    if (names.has(folded)) fault(`${path}.name`, "building_name_invalid");
    names.add(folded);
    if (building.floors.length === 0) fault(`${path}.floors`, "building_needs_floor");
    const [floorNames, levels] = [new Set<string>(), new Set<number>()];
    const floors = building.floors.map((floor, index) => {
      const at = `${path}.floors[${index}]`;
      if (floorNames.has(floor.name.toLowerCase())) mustBeUnique(`${at}.name`, "Floor name");
      if (levels.has(floor.level)) mustBeUnique(`${at}.level`, "Floor level");
      floorNames.add(floor.name.toLowerCase());
      levels.add(floor.level);
      return floorOf(floor, at);
    });
    return { id, isNew, name: building.name, floors };
  });
  if (faults.length > 0) throw refusal(faults);
  for (const building of layout) {
    forgetComputed(building);
    for (const floor of building.floors) {
      const was = storedFloors.get(floor.id);
      if (was) floor.isChanged = isFloorChanged(was, floor, building.id, setByHand.get(floor.id) ?? null);
    }
  }
  return layout;
}

/** The elevations that somebody has set: those that differ from the computed ones. */
function elevationsByHand(stored: readonly FloorPlan[]): Map<string, number> {
  const computed = elevationsOf(
    stored.map((floor) => ({
      ...rowOf(floor),
      id: floor.id,
      building_id: floor.buildingId,
      level: floor.level,
      ceiling_height_m: floor.ceilingHeightM,
      elevation: null,
    })),
  );
  const given = stored.flatMap(({ id, elevation }): [string, number][] =>
    elevation === undefined ? [] : [[id, elevation]],
  );
  return new Map(given.filter(([id, elevation]) => !isNear(elevation, computed.get(id)!)));
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

/** An answer that is sent back contains computed elevations. Nobody has set those. */
function forgetComputed({ id, floors }: BuildingToStore): void {
  const computed = elevationsOf(
    floors.map((floor) => ({
      ...rowOf(floor.placement),
      id: floor.id,
      building_id: id,
      level: floor.level,
      ceiling_height_m: floor.ceilingHeightM,
      elevation: null,
    })),
  );
  for (const floor of floors)
    if (floor.elevation !== null && isNear(floor.elevation, computed.get(floor.id)!)) floor.elevation = null;
}

/** A placement in a floor's columns. */
export function rowOf({ northWest, southEast, rotationDeg }: Placement) {
  return {
    nw_lat: northWest.lat,
    nw_lon: northWest.lon,
    se_lat: southEast.lat,
    se_lon: southEast.lon,
    rotation_deg: rotationDeg,
  };
}

const zero = { lat: 0, lon: 0 };
/** Where a floor's image lies after a change: what that leaves out stays, and corners outweigh all else. */
const placementAfter = (body: FloorBody, stored: FloorPlan): PlacementInput =>
  body.corners
    ? body
    : {
        northWest: body.northWest ?? stored.northWest,
        southEast: body.southEast ?? stored.southEast,
        rotationDeg: body.rotationDeg ?? stored.rotationDeg,
      };

/** What is wrong with the ids of a floor's drawing. A floor that is out of date is refused for that. */
const wrongIds = (body: FloorBody, stored: FloorPlan | undefined) =>
  stored !== undefined && isStale(body.version, stored) ? [] : idFaults(body, stored ?? {});

/** A 400 if a value makes no sense, and otherwise the 409 for values that are taken. */
function refusal(faults: ErrorDetail[]): AppError {
  const first = faults.find(({ code }) => code !== "must_be_unique");
  const code = first?.code === "not_found" ? "invalid_parameter" : first?.code;
  return new AppError((code ?? "already_exists") as ErrorCode, { details: faults });
}
