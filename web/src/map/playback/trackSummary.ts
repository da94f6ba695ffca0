import type { Position } from "@pulse/contract/assets";
import type { GeofenceHistoryEntry } from "@pulse/contract/geofenceStays";
import { distanceM, type LatLon } from "@pulse/geo/latLon";
import type { Track } from "./track.ts";

/** Movement within this distance counts as noise of the positions, m. */
const stayM = 6;
const shortestStayMs = 60_000;
/** After a longer silence it is unknown whether the thing moved, ms. */
export const silenceMs = 5 * 60_000;

/** A stretch of time in which an asset stayed, moved, or was not received. */
export interface Stretch {
  kind: "still" | "moving" | "unknown";
  fromMs: number;
  toMs: number;
}

export interface Halt extends LatLon {
  kind: "halt";
  atMs: number;
  toMs: number;
  floorId: string | null;
  /** The room where it stood; null: unknown. */
  room: string | null;
  nearest: string | null;
}

export interface Crossing {
  kind: "entered" | "left";
  atMs: number;
  name: string;
  /** How long it was inside, s; null: unknown. */
  insideS: number | null;
}

export interface TrackSummary {
  stretches: readonly Stretch[];
  halts: readonly Halt[];
  travelledM: number;
  movingMs: number;
  stillMs: number;
}

interface Row extends LatLon {
  position: Position;
  fromMs: number;
  toMs: number;
}

/** A track's summary in a span: where the asset stayed, when it moved, and how far. */
export function summarizeTrack(track: Track, fromMs: number, toMs: number): TrackSummary {
  const rows = rowsOf(track, fromMs, toMs);
  const halts: Halt[] = [];
  const stretches: Stretch[] = [];
  let travelledM = 0;
  let nth = 0;
  while (nth < rows.length) {
    const end = stayFrom(rows, nth);
    const first = rows[nth]!;
    const last = rows[end]!;
    if (last.toMs - first.fromMs >= shortestStayMs) {
      append(stretches, { kind: "still", fromMs: first.fromMs, toMs: last.toMs });
      halts.push(haltOf(rows.slice(nth, end + 1)));
      nth = end;
    } else append(stretches, { kind: "moving", fromMs: first.fromMs, toMs: first.toMs });
    const from = rows[nth]!;
    const next = rows[++nth];
    if (next === undefined) break;
    const isKnown = next.fromMs - from.toMs <= silenceMs;
    append(stretches, { kind: isKnown ? "moving" : "unknown", fromMs: from.toMs, toMs: next.fromMs });
    if (isKnown && from.position.floorId === next.position.floorId) travelledM += distanceM(from, next);
  }
  const lasting = (kind: Stretch["kind"]): number =>
    stretches.reduce((sum, each) => sum + (each.kind === kind ? each.toMs - each.fromMs : 0), 0);
  return { stretches, halts, travelledM, movingMs: lasting("moving"), stillMs: lasting("still") };
}

/** When an asset crossed the edges of geofences within a span, in order of time. */
export function crossingsOf(entries: readonly GeofenceHistoryEntry[]): Crossing[] {
  return entries
    .flatMap(({ geofenceName: name, enterTime, exitTime, durationS: insideS }): Crossing[] => [
      ...(enterTime === null ? [] : [{ kind: "entered" as const, atMs: Date.parse(enterTime), name, insideS }]),
      ...(exitTime === null ? [] : [{ kind: "left" as const, atMs: Date.parse(exitTime), name, insideS }]),
    ])
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** Stops and crossings in order of time. */
export function eventsOf(summary: TrackSummary | null, crossings: readonly Crossing[]): (Halt | Crossing)[] {
  return [...(summary?.halts ?? []), ...crossings].toSorted((a, b) => a.atMs - b.atMs);
}

function rowsOf({ positions, startsMs, endsMs }: Track, fromMs: number, toMs: number): Row[] {
  return positions.flatMap((position, nth) => {
    const row = { position, lat: position.lat, lon: position.lon };
    const [start, end] = [Math.max(fromMs, startsMs[nth]!), Math.min(toMs, endsMs[nth]!)];
    return end < start ? [] : [{ ...row, fromMs: start, toMs: end }];
  });
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

// The place where it stayed longest.
function haltOf(rows: readonly Row[]): Halt {
  const longest = rows.reduce((a, b) => (b.toMs - b.fromMs > a.toMs - a.fromMs ? b : a));
  const { room, nearestHardware: nearest, floorId } = longest.position;
  const { lat, lon } = longest;
  const when = { atMs: rows[0]!.fromMs, toMs: rows.at(-1)!.toMs };
  return { kind: "halt", ...when, lat, lon, floorId, room: room?.name ?? null, nearest };
}

function append(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  if (next.toMs <= next.fromMs) return;
  if (last?.kind === next.kind) last.toMs = next.toMs;
  else stretches.push(next);
}
