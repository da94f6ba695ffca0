import { drawnFields, type DrawingBody } from "@pulse/contract/drawing";
import { defaults } from "@pulse/contract/limits";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import type { Placement } from "@pulse/geo/floorPlan";

/** The form values of a floor. Invalid places stay as typed. */
export interface FloorValues {
  /** Distinguishes it from the others on the screen, new ones included. */
  key: string;
  /** Null: a new one. */
  id: string | null;
  name: string;
  level: number | string;
  northWest: unknown;
  southEast: unknown;
  /** Clockwise. */
  rotationDeg: number | string;
  ceilingHeightM: number | string;
  /** Where Pulse has put a new floor's plan; null once somebody has placed it. */
  guessed: Placement | null;
  /** The stored file, or the name of one chosen here; null: none yet. */
  image: string | null;
  /** The drawing of a copy; a stored floor keeps its drawing without sending it. */
  drawing: DrawingBody | null;
  /** For a copy: the stored floor, and which of its things are copied. */
  copyOf: ThingsToCopy | null;
}

interface ThingsToCopy {
  floorId: string;
  gateways: boolean;
  geofences: boolean;
}

/** What is copied with a floor. */
export interface CopyChoice {
  drawing: boolean;
  gateways: boolean;
  geofences: boolean;
}

export interface BuildingValues {
  key: string;
  id: string | null;
  name: string;
  floors: readonly FloorValues[];
}

export interface LayoutValues extends Record<string, unknown> {
  buildings: readonly BuildingValues[];
}

/** The buildings of a site by name, their floors with the highest on top. */
export function layoutValues(site: Pick<Site, "floorPlans"> | null): LayoutValues {
  const buildings = Map.groupBy(site?.floorPlans ?? [], ({ buildingId }) => buildingId);
  return {
    buildings: [...buildings].map(([id, floors]) => ({
      key: id,
      id,
      name: floors[0]!.buildingName,
      floors: floors.toSorted((a, b) => b.level - a.level).map(floorValues),
    })),
  };
}

const nothingCopied = { drawing: null, copyOf: null };

function floorValues(floor: FloorPlan): FloorValues {
  const { id, name, level, northWest, southEast, rotationDeg, ceilingHeightM, image } = floor;
  return {
    key: id,
    id,
    name,
    level,
    northWest,
    southEast,
    rotationDeg,
    ceilingHeightM,
    image,
    guessed: null,
    ...nothingCopied,
  };
}

/** The body with the list of buildings. */
export function layoutBody({ buildings }: LayoutValues): unknown {
  return {
    buildings: buildings.map(({ id, name, floors }) => ({
      ...(id === null ? {} : { id }),
      name,
      floors: floors.map(floorBody),
    })),
  };
}

function floorBody(floor: FloorValues): unknown {
  const { key: _, guessed: __, id, drawing, copyOf, ...fields } = floor;
  return { ...(id === null ? {} : { id }), ...fields, ...drawing, ...(copyOf === null ? {} : { copyOf }) };
}

/** The level above all floors of a building; the first floor is at 0. */
export function levelAbove(floors: readonly FloorValues[]): number {
  const levels = floors.flatMap(({ level }) => (typeof level === "number" ? [level] : []));
  return levels.length === 0 ? 0 : Math.max(...levels) + 1;
}

/** The highest on top; floors without a valid level stay where they are. */
export const byLevel = (a: FloorValues, b: FloorValues): number =>
  typeof a.level === "number" && typeof b.level === "number" ? b.level - a.level : 0;

/** A new floor. */
export function newFloor(initial: Pick<FloorValues, "key" | "name" | "level"> & Partial<FloorValues>): FloorValues {
  const nowhere = { lat: 0, lon: 0 };
  return {
    id: null,
    northWest: nowhere,
    southEast: nowhere,
    rotationDeg: 0,
    ceilingHeightM: defaults.ceilingHeightM,
    image: null,
    guessed: null,
    ...nothingCopied,
    ...initial,
  };
}

/**
 * A copy of a floor with another name and level, with its plan and place, and the other chosen parts. A floor that is new
 * itself has only the parts that it was copied with.
 */
export function copiedFloor(
  floor: FloorValues,
  initial: Pick<FloorValues, "key" | "name" | "level">,
  stored: FloorPlan | null,
  { drawing, ...things }: CopyChoice,
): FloorValues {
  const copy = { ...floor, ...initial, id: null };
  if (stored === null) return copy;
  const hasThings = things.gateways || things.geofences;
  return {
    ...copy,
    drawing: drawing ? drawingOf(stored) : null,
    copyOf: hasThings ? { floorId: stored.id, ...things } : null,
  };
}

/** The drawing of a stored floor for a new one: without the ids. */
function drawingOf(floor: FloorPlan): DrawingBody {
  const anew = <T extends { id: string }>(things: readonly T[]): Omit<T, "id">[] =>
    things.map((thing) => {
      const { id: _, ...fields } = thing;
      return fields;
    });
  return {
    outline: floor.outline,
    walls: anew(floor.walls),
    doors: anew(floor.doors),
    lifts: anew(floor.lifts),
    rooms: anew(floor.rooms),
  };
}

/** Whether anything is drawn on a floor. */
export function isDrawnOn(floor: FloorPlan): boolean {
  return (Object.keys(drawnFields) as (keyof typeof drawnFields)[]).some((kind) => (floor[kind]?.length ?? 0) > 0);
}
