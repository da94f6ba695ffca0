import type { Drawing, DrawingBody } from "@pulse/contract/drawing";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import { crossesItself, signedAreaM2 } from "@pulse/geo/polygon";
import { type Placement, placePlan } from "@pulse/geo/floorPlan";

/** An area is at least this large, m². */
const smallestM2 = 0.1;
/** Nothing is drawn farther from the plan's centre than this many of its diagonals. */
const mostDiagonals = 3;

interface Fault {
  path: string;
  message: string;
}

/** What a stored drawing says, with everything that nobody has drawn empty. */
export function wholeDrawing(stored: Partial<Drawing>): Drawing {
  return { outline: null, walls: [], doors: [], lifts: [], rooms: [], ...stored };
}

/** The drawing after a change. What was left out stays; new things get an id. */
export function drawingAfter(stored: Partial<Drawing>, body: DrawingBody, newId: () => string): Partial<Drawing> {
  const named = <T extends { id?: string | undefined }>(things: readonly T[]): (T & { id: string })[] =>
    things.map((thing) => ({ ...thing, id: thing.id ?? newId() }));
  return {
    ...stored,
    ...(body.outline === undefined ? {} : { outline: body.outline }),
    ...(body.walls ? { walls: named(body.walls) } : {}),
    ...(body.doors ? { doors: named(body.doors) } : {}),
    ...(body.lifts ? { lifts: named(body.lifts) } : {}),
    ...(body.rooms ? { rooms: named(body.rooms) } : {}),
  };
}

/** What is wrong with a drawing on a plan, each with its place. */
export function drawingFaults(body: DrawingBody, placement: Placement): Fault[] {
  const { northWest, southEast } = placement;
  const plan = placePlan(placement);
  const frame = localFrame({ lat: (northWest.lat + southEast.lat) / 2, lon: (northWest.lon + southEast.lon) / 2 });
  const mostM = mostDiagonals * Math.hypot(plan.widthM, plan.heightM);
  const faults: Fault[] = [];
  const near = (places: readonly LatLon[], path: string): void => {
    const far = places.findIndex((place) => {
      const { x, y } = frame.toLocal(place);
      return Math.hypot(x, y) > mostM;
    });
    if (far >= 0) faults.push({ path: `${path}[${far}]`, message: "lies far outside the plan" });
  };
  const area = (corners: readonly LatLon[], path: string): void => {
    const points = corners.map(frame.toLocal);
    near(corners, path);
    if (Math.abs(signedAreaM2(points)) < smallestM2) faults.push({ path, message: "encloses nothing" });
    else if (crossesItself(points)) faults.push({ path, message: "must not cross itself" });
  };
  const ids = (things: readonly { id?: string | undefined }[] | undefined, path: string): void => {
    const seen = new Set<string>();
    for (const [nth, { id }] of (things ?? []).entries()) {
      if (id !== undefined && seen.has(id)) faults.push({ path: `${path}[${nth}].id`, message: "is used twice" });
      if (id !== undefined) seen.add(id);
    }
  };
  if (body.outline) area(body.outline, "outline");
  for (const [nth, { points }] of (body.walls ?? []).entries()) near(points, `walls[${nth}].points`);
  for (const [nth, { at }] of (body.doors ?? []).entries()) near(at, `doors[${nth}].at`);
  for (const [nth, lift] of (body.lifts ?? []).entries()) area(lift.area, `lifts[${nth}].area`);
  for (const [nth, room] of (body.rooms ?? []).entries()) area(room.area, `rooms[${nth}].area`);
  for (const kind of ["walls", "doors", "lifts", "rooms"] as const) ids(body[kind], kind);
  return faults;
}
