import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import { isInside, segmentsIntersect, signedAreaM2 } from "@pulse/geo/polygon";
import { type Direction, directionOf } from "./planRoute.ts";

/** A part of a way on one floor: as far as the next room or the next turn. */
export interface WalkStep {
  lengthM: number;
  direction: Direction;
  /** The room that is entered at its end; null: none. */
  into: string | null;
  /** The room that is left at its end for a place that is no room; null: none. */
  outOf: string | null;
  /** Whether that is at a drawn door. */
  isThroughDoor: boolean;
}

/** How far apart the places are at which a way is compared with the rooms, m, and how many there are at most. */
const sampleM = 0.5;
const maxSamples = 2_000;
/** In a shorter stretch, a way only touches the edge of a room, m. */
const minStretchM = 1.5;
/** A turn is worth a step of its own from this angle on, and between stretches of this length, m. */
const minTurn = Math.PI / 4;
const minBetweenTurnsM = 4;
/** How far along the way from the place where the room changes its door may be, m: rooms are drawn within their walls. */
const doorReachM = 1.5;

interface Sample extends Point {
  /** How far it is along the way, m. */
  alongM: number;
  /** The room's name; null: it is in none. */
  room: string | null;
  isTurn: boolean;
}

/** A part of a way in one room, with the samples at both ends. */
interface Stretch {
  from: Sample;
  to: Sample;
  room: string | null;
}

/** The steps of a way on a floor, from room to room, through drawn doors and round corners. */
export function walkSteps(points: readonly LatLon[], floor: Pick<FloorPlan, "rooms" | "doors">): WalkStep[] {
  const [start] = points;
  if (start === undefined) return [];
  const { toLocal } = localFrame(start);
  const samples = samplesOf(points.map(toLocal), roomsOf(floor, toLocal));
  const doorsAtM = floor.doors.flatMap(({ at: [a, b] }) => crossedAtM(samples, toLocal(a), toLocal(b)));
  const stretches = withoutShort(stretchesOf(samples)).flatMap((stretch) => splitAtTurns(stretch, samples));
  return stretches.map(({ from, to, room }, nth) => {
    const next = stretches[nth + 1];
    const isLeft = next !== undefined && next.room !== room;
    return {
      lengthM: to.alongM - from.alongM,
      direction: directionOf(from, to),
      into: isLeft ? next.room : null,
      outOf: isLeft && next.room === null ? room : null,
      isThroughDoor: isLeft && doorsAtM.some((atM) => Math.abs(atM - to.alongM) <= doorReachM),
    };
  });
}

/** How far along a way it goes through a door between two points, m; empty: it only passes it. */
function crossedAtM(samples: readonly Sample[], a: Point, b: Point): number[] {
  return samples
    .filter((sample, nth) => nth > 0 && segmentsIntersect(samples[nth - 1]!, sample, a, b))
    .map(({ alongM }) => alongM);
}

/** Names the room at a place: the smallest, since a cage within a hall says more than the hall. */
function roomsOf({ rooms }: Pick<FloorPlan, "rooms">, toLocal: (at: LatLon) => Point): (at: Point) => string | null {
  const areas = rooms
    .map(({ name, area }) => ({ name, area: area.map(toLocal) }))
    .toSorted((a, b) => Math.abs(signedAreaM2(a.area)) - Math.abs(signedAreaM2(b.area)));
  return (at) => areas.find(({ area }) => isInside(at, area))?.name ?? null;
}

function samplesOf(points: readonly Point[], roomAt: (at: Point) => string | null): Sample[] {
  const lengths = points.slice(1).map((to, nth) => Math.hypot(to.x - points[nth]!.x, to.y - points[nth]!.y));
  const stepM = Math.max(sampleM, lengths.reduce((sum, length) => sum + length, 0) / maxSamples);
  const first = points[0]!;
  const samples: Sample[] = [{ ...first, alongM: 0, room: roomAt(first), isTurn: false }];
  let alongM = 0;
  for (const [nth, lengthM] of lengths.entries()) {
    const [from, to] = [points[nth]!, points[nth + 1]!];
    const steps = Math.max(1, Math.ceil(lengthM / stepM));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      const isTurn = step === steps && isTurnAt(from, to, points[nth + 2]);
      samples.push({ ...at, alongM: alongM + lengthM * share, room: roomAt(at), isTurn });
    }
    alongM += lengthM;
  }
  return samples;
}

function isTurnAt(before: Point, at: Point, after: Point | undefined): boolean {
  if (after === undefined) return false;
  const turn = Math.atan2(after.y - at.y, after.x - at.x) - Math.atan2(at.y - before.y, at.x - before.x);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) >= minTurn;
}

/** The stretches of a way, each ending at the last sample in its room. */
function stretchesOf(samples: readonly Sample[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [nth, sample] of samples.entries()) {
    const last = stretches.at(-1);
    if (last?.room === sample.room) last.to = sample;
    else stretches.push({ from: samples[nth - 1] ?? sample, to: sample, room: sample.room });
  }
  return stretches;
}

/** Adds stretches that are too short to the one before them, and a short first one to the second. */
function withoutShort(stretches: readonly Stretch[]): Stretch[] {
  const long: Stretch[] = [];
  for (const stretch of stretches) {
    const before = long.at(-1);
    if (before !== undefined && (before.room === stretch.room || lengthOf(stretch) < minStretchM))
      before.to = stretch.to;
    else long.push({ ...stretch });
  }
  const [first, second] = long;
  if (first === undefined || second === undefined || lengthOf(first) >= minStretchM) return long;
  return [{ ...second, from: first.from }, ...long.slice(2)];
}

function splitAtTurns(stretch: Stretch, samples: readonly Sample[]): Stretch[] {
  const parts: Stretch[] = [];
  let { from } = stretch;
  for (const sample of samples) {
    const isBetween =
      sample.alongM - from.alongM >= minBetweenTurnsM && stretch.to.alongM - sample.alongM >= minBetweenTurnsM;
    if (!sample.isTurn || !isBetween) continue;
    parts.push({ from, to: sample, room: stretch.room });
    from = sample;
  }
  return [...parts, { ...stretch, from }];
}

const lengthOf = ({ from, to }: Stretch): number => to.alongM - from.alongM;
