import type { DemoFloor, DemoRoom, FloorPoint, PlanLabel, Wall, WallKind } from "../model.ts";
import { at, type Frame, shifted, within } from "./frame.ts";
import { enclosedRooms, type Partition, withFreeAreas } from "./enclosedRooms.ts";
import type { InkName } from "./ink.ts";
import { newSheet, type Sheet } from "./sheet.ts";
import { alongWall, pieces, type Opening } from "./wallPieces.ts";
import { drawOpening } from "./openings.ts";

export type Pair = readonly [u: number, v: number];
export type Rect = readonly [u: number, v: number, w: number, h: number];

/** A floor while it is being drawn. Every coordinate is in the draft's frame; `in` gives the same floor in another. */
export interface Draft {
  in(frame: Frame): Draft;
  fill(ink: InkName, area: Rect | readonly Pair[]): void;
  rect(ink: InkName, u: number, v: number, w: number, h: number, radiusM?: number): void;
  line(ink: InkName, ...points: Pair[]): void;
  circle(ink: InkName, u: number, v: number, radiusM: number): void;
  /** A straight wall with its openings; doors are drawn, but let radio and people through. */
  wall(kind: WallKind, a: Pair, b: Pair, openings?: readonly Opening[]): void;
  /** A wall that weakens radio and is not drawn here (racks). */
  obstacle(a: Pair, b: Pair): void;
  /** A named part of the floor, such as an aisle. It is a room unless walls around its label already make one there. */
  area(name: string, area: Rect): void;
  label(kind: PlanLabel["kind"], u: number, v: number, text: string, sub?: string): void;
  /** A node to dwell at, and a node to pass. Both return the node for `link`. */
  stop(place: string, u: number, v: number): number;
  waypoint(u: number, v: number): number;
  /** Joins each node with the next. @throws {RangeError} if one does not exist, which is a mistake in the drawing */
  link(...nodes: (number | undefined)[]): void;
  /** Makes a node a stop of a lift or stair. */
  shaft(name: string, node: number | undefined): void;
  /** Where a lift or a flight of stairs is. */
  lift(name: string, area: Rect): void;
  point(u: number, v: number): FloorPoint;
  finish(): DemoFloor;
}

export type FloorHead = Pick<DemoFloor, "key" | "name" | "level" | "widthM" | "heightM" | "ceilingHeightM">;

/**
 * Starts a floor with its outer wall drawn around `outline` (in `frame`); with `deck` the edge is a railing, and any walls
 * have to be drawn.
 */
export function floorDraft(head: FloorHead, frame: Frame, outline: readonly Pair[], deck = false): Draft {
  const sheet = newSheet();
  const corners = outline.map(([u, v]) => at(frame, u, v));
  sheet.path("floor", corners, true);
  sheet.path(deck ? "rail" : "outer", corners, true);
  const floor: DemoFloor = {
    ...head,
    outline: corners,
    walls: [],
    doors: [],
    lifts: [],
    rooms: [],
    walk: { nodes: [], edges: [], shafts: [] },
    labels: [],
    planSvg: () => sheet.svg(head.widthM, head.heightM, corners),
  };
  const areas: DemoRoom[] = [];
  const sides = corners.map((a, nth) => ({ a, b: corners[(nth + 1) % corners.length]! }));
  return draftIn({ floor, areas }, sheet, frame, sides);
}

/** A floor and the parts of its halls, which become rooms when it is finished. */
interface Drawn {
  floor: DemoFloor;
  areas: DemoRoom[];
}

function draftIn({ floor, areas }: Drawn, sheet: Sheet, frame: Frame, partitions: Partition[]): Draft {
  const point = (u: number, v: number): FloorPoint => at(frame, u, v);
  const mirrored = frame.ux * frame.vy - frame.uy * frame.vx < 0;
  const points = (pairs: readonly Pair[]): FloorPoint[] => pairs.map(([u, v]) => point(u, v));
  const node = (place: string | null, u: number, v: number): number =>
    floor.walk.nodes.push({ ...point(u, v), place }) - 1;
  const rect = (ink: InkName, u: number, v: number, w: number, h: number, radiusM = 0): void => {
    const [a, b] = [point(u, v), point(u + w, v + h)];
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    sheet.rect(ink, x, y, Math.abs(a.x - b.x), Math.abs(a.y - b.y), radiusM);
  };
  return {
    in: (inner) => draftIn({ floor, areas }, sheet, within(frame, inner), partitions),
    fill: (ink, area) => {
      if (isRect(area)) rect(ink, area[0], area[1], area[2], area[3]);
      else sheet.path(ink, points(area), true);
    },
    rect,
    line: (ink, ...pairs) => sheet.path(ink, points(pairs), false),
    circle: (ink, u, v, radiusM) => sheet.circle(ink, point(u, v), radiusM),
    wall: (kind, a, b, openings = []) => {
      const [from, to] = [point(...a), point(...b)];
      const solid: Wall[] = pieces(from, to, openings).map((piece) => ({ kind, ...piece }));
      floor.walls.push(...solid);
      partitions.push({ a: from, b: to });
      for (const { from: begin, width, kind: what } of openings)
        if (what !== "window" && what !== "gap")
          floor.doors.push({ a: alongWall(from, to, begin), b: alongWall(from, to, begin + width) });
      // The outer wall is already there as one line with clean corners; only its openings are cut into it.
      if (kind !== "outer" && kind !== "rack") for (const piece of solid) sheet.path(kind, [piece.a, piece.b], false);
      for (const opening of openings) drawOpening(sheet, kind, from, to, mirrored ? otherSide(opening) : opening);
    },
    obstacle: (a, b) => void floor.walls.push({ kind: "rack", a: point(...a), b: point(...b) }),
    area: (name, [u, v, w, h]) => {
      const [a, b] = [point(u, v), point(u + w, v + h)];
      const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
      const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
      const corners = [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ];
      areas.push({ name, area: corners });
    },
    label: (kind, u, v, text, sub) => {
      floor.labels.push({ kind, ...point(u, v), text, ...(sub === undefined ? {} : { sub }) });
    },
    stop: (place, u, v) => node(place, u, v),
    waypoint: (u, v) => node(null, u, v),
    link: (...nodes) => {
      for (let step = 1; step < nodes.length; step++)
        floor.walk.edges.push([known(nodes[step - 1]), known(nodes[step])]);
    },
    shaft: (name, shaftNode) => void floor.walk.shafts.push({ name, node: known(shaftNode) }),
    lift: (name, [u, v, w, h]) => {
      floor.lifts.push({
        name,
        area: points([
          [u, v],
          [u + w, v],
          [u + w, v + h],
          [u, v + h],
        ]),
      });
    },
    point,
    finish: () => {
      const rooms = withFreeAreas(enclosedRooms(floor.labels, partitions), areas);
      const named = new Set(floor.labels.map(({ text }) => text));
      const labels = areas.filter(({ name }) => !named.has(name)).map(zoneLabel);
      return { ...floor, rooms, labels: [...floor.labels, ...labels] };
    },
  };
}

/** The frame of most floors: shifted by the margin that the image leaves around the building. */
export const marginFrame = shifted;

function known(node: number | undefined): number {
  if (node === undefined) throw new RangeError("a way leads to a node that does not exist");
  return node;
}

/** The name of a part of a floor, in its middle. */
function zoneLabel({ name, area }: DemoRoom): PlanLabel {
  const [from, to] = [area[0]!, area[2]!];
  return { kind: "zone", x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, text: name };
}

/** In a mirrored frame right becomes left. */
function otherSide(opening: Opening): Opening {
  return { ...opening, to: opening.to === "left" ? "right" : "left" };
}

function isRect(area: Rect | readonly Pair[]): area is Rect {
  return typeof area[0] === "number";
}
