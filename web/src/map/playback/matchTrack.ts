import type { Position } from "@pulse/contract/assets";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type LocalFrame, type Point } from "@pulse/geo/localFrame";
import { type Segment, walkGrid, type WalkGrid } from "../route/walkGrid.ts";
import { silenceMs } from "./coverage.ts";
import { type MatchedPlace, mostLikelyPath } from "./mostLikelyPath.ts";
import type { Track } from "./track.ts";

export type WalkFloor = Pick<FloorPlan, "id" | "walls" | "doors">;

/** The cells of a floor, made once for all tracks on it, and the box in which they lie. */
interface FloorGrid {
  frame: LocalFrame;
  grid: WalkGrid;
  contains(place: Point): boolean;
}

/**
 * Matches tracks to walls and doors, so that each is as somebody can have walked it: positions that noise has put behind a
 * wall come back to its other side, and from room to room it goes through doors. Floors without walls, and those too large
 * for a grid, stay as they are.
 */
export function trackMatcher(floors: readonly WalkFloor[]): (track: Track) => Track {
  const grids = new Map<string, FloorGrid | null>();
  const gridOn = (floor: WalkFloor): FloorGrid | null => {
    const known = grids.get(floor.id);
    if (known !== undefined) return known;
    const made = floorGrid(floor);
    grids.set(floor.id, made);
    return made;
  };
  return (track) => {
    const rows: MatchedRow[] = [];
    for (const { first, last } of runsOf(track)) {
      const floor = floors.find(({ id }) => id === track.positions[first]!.floorId);
      const matched = floor === undefined || first === last ? null : matchRun(track, first, last, gridOn(floor), floor);
      rows.push(...(matched ?? asTheyAre(track, first, last)));
    }
    return {
      positions: rows.map(({ position }) => position),
      startsMs: Float64Array.from(rows, ({ fromMs }) => fromMs),
      endsMs: Float64Array.from(rows, ({ toMs }) => toMs),
    };
  };
}

interface MatchedRow {
  position: Position;
  fromMs: number;
  toMs: number;
}

interface Run {
  first: number;
  last: number;
}

/** The parts of a track on one floor and without a long silence. */
function runsOf({ positions, startsMs, endsMs }: Track): Run[] {
  const runs: Run[] = [];
  for (let nth = 0; nth < positions.length; nth++) {
    const run = runs.at(-1);
    const isContinued =
      run !== undefined &&
      positions[nth]!.floorId === positions[nth - 1]!.floorId &&
      startsMs[nth]! - endsMs[nth - 1]! <= silenceMs;
    if (isContinued) run.last = nth;
    else runs.push({ first: nth, last: nth });
  }
  return runs;
}

function asTheyAre({ positions, startsMs, endsMs }: Track, first: number, last: number): MatchedRow[] {
  return positions
    .slice(first, last + 1)
    .map((position, nth) => ({ position, fromMs: startsMs[first + nth]!, toMs: endsMs[first + nth]! }));
}

function matchRun(
  track: Track,
  first: number,
  last: number,
  known: FloorGrid | null,
  floor: WalkFloor,
): MatchedRow[] | null {
  if (known === null) return null;
  const positions = track.positions.slice(first, last + 1);
  const { frame } = known;
  const all = positions.map(frame.toLocal);
  const grid = all.every(known.contains) ? known.grid : gridOf(floor, frame, all);
  if (grid === null) return null;
  const noisy = positions.map((position) => ({ at: frame.toLocal(position), accuracyM: position.accuracy }));
  const places = mostLikelyPath(grid, noisy);
  return positions.flatMap((position, nth) => {
    const [fromMs, toMs] = [track.startsMs[first + nth]!, track.endsMs[first + nth]!];
    const beforeMs = nth === 0 ? fromMs : track.endsMs[first + nth - 1]!;
    const { at, via } = places[nth]!;
    return [
      ...cornersOf(position, places[nth - 1]?.at ?? at, { at, via }, { beforeMs, fromMs }, frame),
      { position: { ...position, ...frame.toLatLon(at) }, fromMs, toMs },
    ];
  });
}

/** How far around a floor's walls its grid goes, m; a track that goes further gets a grid of its own. */
const aroundM = 12;

function floorGrid(floor: WalkFloor): FloorGrid | null {
  const corner = floor.walls[0]?.points[0];
  if (corner === undefined) return null;
  const frame = localFrame(corner);
  const places = floor.walls.flatMap(({ points }) => points.map(frame.toLocal));
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const min = { x: Math.min(...xs) - aroundM, y: Math.min(...ys) - aroundM };
  const max = { x: Math.max(...xs) + aroundM, y: Math.max(...ys) + aroundM };
  const grid = gridOf(floor, frame, [min, max]);
  if (grid === null) return null;
  return { frame, grid, contains: ({ x, y }) => x >= min.x && x <= max.x && y >= min.y && y <= max.y };
}

function gridOf({ walls, doors }: WalkFloor, frame: LocalFrame, places: readonly Point[]): WalkGrid | null {
  if (walls.length === 0) return null;
  const local = ([one, other]: readonly [LatLon, LatLon]): Segment => [frame.toLocal(one), frame.toLocal(other)];
  const segments = walls.flatMap(({ points }) => points.slice(1).map((point, nth) => local([points[nth]!, point])));
  return walkGrid(
    segments,
    doors.map(({ at }) => local(at)),
    places,
  );
}

/** Positions at the corners of the way to a place, at the moments at which even walking passes them. */
function cornersOf(
  position: Position,
  from: Point,
  { at, via }: MatchedPlace,
  { beforeMs, fromMs }: { beforeMs: number; fromMs: number },
  frame: LocalFrame,
): MatchedRow[] {
  const points = [from, ...via, at];
  const lengths = points.slice(1).map((point, nth) => distance(points[nth]!, point));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let walked = 0;
  return via.map((corner, nth) => {
    walked += lengths[nth]!;
    const atMs = beforeMs + (fromMs - beforeMs) * (total === 0 ? 0 : walked / total);
    const timestamp = new Date(atMs).toISOString();
    const between = { ...position, ...frame.toLatLon(corner), timestamp, endTimestamp: timestamp };
    return { position: between, fromMs: atMs, toMs: atMs };
  });
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
