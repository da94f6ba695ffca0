import { samePlaces, withoutRepeats } from "./drawnPlaces.ts";
import { type Placement, placePlan } from "./floorPlan.ts";
import type { LatLon } from "./latLon.ts";
import { distanceToAreaM, crossesItself, signedAreaM2 } from "./polygon.ts";

/** An area is at least this large, m². */
const smallestM2 = 0.1;
/** Nothing is drawn farther from the plan's centre than this many of its diagonals. */
const maxDiagonals = 3;
/** Anything no farther outside than this still counts as inside, m: outer walls are drawn along the outline. */
const besideM = 1;

export type DrawingFaultKind = "far" | "short" | "empty" | "crossing" | "offOutline" | "offPlan";

export interface DrawingFault {
  /** Where it is in the drawing: `rooms[3].area`. */
  path: string;
  /** What is wrong, for callers that say it in another language. */
  kind: DrawingFaultKind;
  message: string;
}

const messages: Readonly<Record<DrawingFaultKind, string>> = {
  far: "lies far outside the plan",
  short: "has no length",
  empty: "encloses nothing",
  crossing: "must not cross itself",
  offOutline: "lies outside the floor's outline",
  offPlan: "lies outside the plan",
};

type Known = { id?: string | undefined };
/** The drawing of a floor, or the part of it that somebody sends. */
export interface DrawnShapes {
  outline?: readonly LatLon[] | null | undefined;
  walls?: readonly (Known & { points: readonly LatLon[] })[] | undefined;
  doors?: readonly (Known & { at: readonly LatLon[] })[] | undefined;
  lifts?: readonly (Known & { area: readonly LatLon[] })[] | undefined;
  rooms?: readonly (Known & { area: readonly LatLon[] })[] | undefined;
}

interface Thing extends Known {
  path: string;
  places: readonly LatLon[];
  isArea: boolean;
}

/**
 * The faults of a drawing on a plan, at most one for each thing. Things already stored are not checked again, so a floor
 * can be sent back unchanged even if its outline or plan has changed since.
 */
export function drawingFaults(drawn: DrawnShapes, stored: DrawnShapes, placement: Placement): DrawingFault[] {
  const plan = placePlan(placement);
  const known = new Map(thingsOf(stored).map((thing) => [thing.id, thing.places]));
  const isNew = ({ id, places }: Thing): boolean => id === undefined || !samePlaces(places, known.get(id) ?? []);
  const image = [
    { x: 0, y: 0 },
    { x: plan.widthM, y: 0 },
    { x: plan.widthM, y: plan.heightM },
    { x: 0, y: plan.heightM },
  ];
  const at = (path: string, kind: DrawingFaultKind): DrawingFault => ({ path, kind, message: messages[kind] });
  const formFault = (thing: Thing): DrawingFault | null => {
    const points = thing.places.map(plan.toImage);
    const far = points.findIndex(
      ({ x, y }) =>
        Math.hypot(x - plan.widthM / 2, y - plan.heightM / 2) > maxDiagonals * Math.hypot(plan.widthM, plan.heightM),
    );
    if (far >= 0) return at(`${thing.path}[${far}]`, "far");
    const kind = shapeFault(thing);
    return kind && at(thing.path, kind);
  };
  const shapeFault = ({ places, isArea }: Thing): DrawingFaultKind | null => {
    const points = withoutRepeats(places, isArea).map(plan.toImage);
    if (!isArea) return points.length < 2 ? "short" : null;
    if (points.length < 3) return "empty";
    // First, since the halves of a bow tie cancel each other out.
    if (crossesItself(points)) return "crossing";
    return Math.abs(signedAreaM2(points)) < smallestM2 ? "empty" : null;
  };

  const outline = drawn.outline === undefined ? stored.outline : drawn.outline;
  const isNewOutline = drawn.outline && !samePlaces(drawn.outline, stored.outline ?? []);
  const wrongOutline = isNewOutline ? formFault({ path: "outline", places: drawn.outline!, isArea: true }) : null;
  const ground = outline ? outline.map(plan.toImage) : image;
  const isOff = ({ places, isArea }: Thing): boolean =>
    wrongOutline === null && distanceToAreaM({ points: places.map(plan.toImage), isArea }, ground) > besideM;
  const faults = thingsOf(drawn)
    .filter(isNew)
    .flatMap((thing) => {
      const off = outline ? ("offOutline" as const) : ("offPlan" as const);
      return formFault(thing) ?? (isOff(thing) ? at(thing.path, off) : []);
    });
  return wrongOutline === null ? faults : [wrongOutline, ...faults];
}

function thingsOf({ walls = [], doors = [], lifts = [], rooms = [] }: DrawnShapes): Thing[] {
  return [
    ...walls.map(({ id, points }, nth) => ({ id, path: `walls[${nth}].points`, places: points, isArea: false })),
    ...doors.map(({ id, at }, nth) => ({ id, path: `doors[${nth}].at`, places: at, isArea: false })),
    ...lifts.map(({ id, area }, nth) => ({ id, path: `lifts[${nth}].area`, places: area, isArea: true })),
    ...rooms.map(({ id, area }, nth) => ({ id, path: `rooms[${nth}].area`, places: area, isArea: true })),
  ];
}
