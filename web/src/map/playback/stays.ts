import type { Position } from "@pulse/contract/assets";
import { distanceM, type LatLon } from "@pulse/geo/latLon";
import { silenceMs } from "./coverage.ts";
import type { Track } from "./track.ts";

/** Movement within this distance counts as noise of the positions, m. */
const stayM = 6;
/** Two stays in one room are at the same place up to this distance, m: a hall is one room and many places. */
const sameRoomM = 15;
const shortestStayMs = 60_000;
/** A shorter absence does not end a stay, ms: somebody looked around the corner, or the positions did. */
const absenceMs = 2 * 60_000;

/** A stop of an asset. */
export interface Halt extends LatLon {
  kind: "halt";
  /** The number of its place, from 1; every stop at one place has the same. */
  place: number;
  atMs: number;
  toMs: number;
  floorId: string | null;
  /** The room where it stood; null: unknown. */
  room: string | null;
  nearest: string | null;
}

/** A position within a span. */
export interface Row extends LatLon {
  position: Position;
  fromMs: number;
  toMs: number;
}

/** The rows of a track within a span. */
export function rowsOf({ positions, startsMs, endsMs }: Track, fromMs: number, toMs: number): Row[] {
  return positions.flatMap((position, nth) => {
    const row = { position, lat: position.lat, lon: position.lon };
    const [start, end] = [Math.max(fromMs, startsMs[nth]!), Math.min(toMs, endsMs[nth]!)];
    return end < start ? [] : [{ ...row, fromMs: start, toMs: end }];
  });
}

/** A stay: its rows from the first to the last. */
export interface RowRange {
  first: number;
  last: number;
}

/** The stays in rows: at least a minute near one place, without a long silence. */
export function staysOf(rows: readonly Row[]): RowRange[] {
  const stays: RowRange[] = [];
  for (let nth = 0; nth < rows.length; nth++) {
    const last = stayFrom(rows, nth);
    if (rows[last]!.toMs - rows[nth]!.fromMs < shortestStayMs) continue;
    stays.push({ first: nth, last });
    nth = last;
  }
  return stays;
}

/** Joins stays at one place with nothing but a short absence between them. */
export function joinStays(rows: readonly Row[], stays: readonly RowRange[]): RowRange[] {
  const joined: RowRange[] = [];
  const haltIn = ({ first, last }: RowRange): Halt => haltOf(rows.slice(first, last + 1));
  for (const stay of stays) {
    const before = joined.at(-1);
    const isJoined =
      before !== undefined &&
      rows[stay.first]!.fromMs - rows[before.last]!.toMs <= absenceMs &&
      isSamePlace(haltIn(before), haltIn(stay));
    if (isJoined) before.last = stay.last;
    else joined.push({ ...stay });
  }
  return joined;
}

/** Whether two stops are at one place. */
export function isSamePlace(a: Halt, b: Halt): boolean {
  if (a.floorId !== b.floorId) return false;
  if (a.room !== null && b.room !== null) return a.room === b.room && distanceM(a, b) <= sameRoomM;
  return distanceM(a, b) <= stayM;
}

// The last row of the stay that begins with this one: all rows are near the same place, without a long silence.
function stayFrom(rows: readonly Row[], start: number): number {
  const first = rows[start]!;
  let end = start;
  for (;;) {
    const [last, next] = [rows[end]!, rows[end + 1]];
    const isSameStay =
      next !== undefined &&
      next.position.floorId === first.position.floorId &&
      next.fromMs - last.toMs <= silenceMs &&
      distanceM(first, next) <= stayM;
    if (!isSameStay) return end;
    end++;
  }
}

/** A stop in the room where it stayed longest, at the mean of its places there. */
export function haltOf(rows: readonly Row[]): Halt {
  const inRooms = Map.groupBy(rows, ({ position }) => position.room?.name ?? null);
  const inRoom = [...inRooms.values()].reduce((a, b) => (lastingMs(b) > lastingMs(a) ? b : a));
  const longest = inRoom.reduce((a, b) => (b.toMs - b.fromMs > a.toMs - a.fromMs ? b : a));
  const { room, nearestHardware: nearest, floorId } = longest.position;
  const { lat, lon } = meanPlace(inRoom);
  const when = { atMs: rows[0]!.fromMs, toMs: rows.at(-1)!.toMs };
  return { kind: "halt", place: 0, ...when, lat, lon, floorId, room: room?.name ?? null, nearest };
}

/** A row of a moving asset has no length, but stands for the time to the next one, ms. */
const pointMs = 2_000;
const weightMs = ({ fromMs, toMs }: Row): number => Math.max(pointMs, toMs - fromMs);
const lastingMs = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + weightMs(row), 0);

function meanPlace(rows: readonly Row[]): LatLon {
  const all = lastingMs(rows);
  const mean = (of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + of(row) * (weightMs(row) / all), 0);
  return { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) };
}
