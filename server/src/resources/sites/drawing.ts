import type { Drawing, DrawingBody } from "@pulse/contract/drawing";
import { samePlaces, withoutRepeats } from "@pulse/geo/drawnPlaces";
import type { LatLon } from "@pulse/geo/latLon";

interface Fault {
  path: string;
  code: "invalid_parameter" | "not_found";
  message: string;
}
type Identified = { id?: string | undefined };

/** A stored drawing, with everything that nobody has drawn left empty. */
export function completeDrawing(stored: Partial<Drawing>): Drawing {
  return { outline: null, walls: [], doors: [], lifts: [], rooms: [], ...stored };
}

/** Only what is drawn on a floor. */
export function drawingOf({ outline, walls, doors, lifts, rooms }: Drawing): Drawing {
  return { outline, walls, doors, lifts, rooms };
}

/**
 * The drawing after a change. What was left out stays; new things get an id. Repeated points are kept once, and a thing
 * that has not moved keeps its points to the last digit.
 */
export function drawingAfter(stored: Partial<Drawing>, body: DrawingBody, newId: () => string): Partial<Drawing> {
  const { outline, walls, doors, lifts, rooms } = completeDrawing(stored);
  const known = new Map<string | undefined, readonly LatLon[]>([
    ...walls.map(({ id, points }) => [id, points] as const),
    ...doors.map(({ id, at }) => [id, at] as const),
    ...[...lifts, ...rooms].map(({ id, area }) => [id, area] as const),
  ]);
  const named = <T extends Identified>(thing: T): T & { id: string } => ({ ...thing, id: thing.id ?? newId() });
  const area = <T extends Identified & { area: LatLon[] }>(thing: T): T & { id: string } => ({
    ...named(thing),
    area: placed(thing.area, known.get(thing.id), true),
  });
  const after: Partial<Drawing> = { ...stored };
  if (body.outline !== undefined) after.outline = body.outline && placed(body.outline, outline ?? undefined, true);
  if (body.walls)
    after.walls = body.walls.map((wall) => ({
      ...named(wall),
      points: placed(wall.points, known.get(wall.id), false),
    }));
  if (body.doors)
    after.doors = body.doors.map((door) => {
      const [from = door.at[0], to = door.at[1]] = placed(door.at, known.get(door.id), false);
      return { ...named(door), at: [from, to] };
    });
  if (body.lifts) after.lifts = body.lifts.map(area);
  if (body.rooms) after.rooms = body.rooms.map(area);
  return after;
}

/** Points that are too few for a line or an area stay as they are. */
function placed(points: readonly LatLon[], was: readonly LatLon[] | undefined, isArea: boolean): LatLon[] {
  const distinctPoints = withoutRepeats(points, isArea);
  const places = distinctPoints.length < (isArea ? 3 : 2) ? points : distinctPoints;
  return [...(was && samePlaces(places, was) ? was : places)];
}

/** What is wrong with the ids of a drawing: each must belong to a thing on the floor and be used only once. */
export function idFaults(body: DrawingBody, stored: Partial<Drawing>): Fault[] {
  const there = completeDrawing(stored);
  return (["walls", "doors", "lifts", "rooms"] as const).flatMap((kind) => {
    const known = new Set(there[kind].map(({ id }) => id));
    const seen = new Set<string>();
    return (body[kind] ?? []).flatMap(({ id }, nth): Fault[] => {
      if (id === undefined) return [];
      const path = `${kind}[${nth}].id`;
      if (!known.has(id)) return [{ path, code: "not_found", message: `The floor has no such ${kind.slice(0, -1)}` }];
      if (seen.has(id)) return [{ path, code: "invalid_parameter", message: "is used twice" }];
      seen.add(id);
      return [];
    });
  });
}
