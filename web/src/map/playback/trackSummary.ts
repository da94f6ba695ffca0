import { distanceM } from "@pulse/geo/latLon";
import { silenceMs, type TimeSpan } from "./coverage.ts";
import { type Halt, haltOf, isSamePlace, joinStays, rowsOf, staysOf } from "./stays.ts";
import type { Track } from "./track.ts";

/** A stretch of time in which an asset stayed, moved, or was not received. */
export interface Stretch extends TimeSpan {
  kind: "still" | "moving" | "unknown";
}

export interface TrackSummary {
  stretches: readonly Stretch[];
  halts: readonly Halt[];
  travelledM: number;
  movingMs: number;
  stillMs: number;
}

/** A track's summary in a span: where the asset stayed, when it moved, and how far. */
export function summarizeTrack(track: Track, fromMs: number, toMs: number): TrackSummary {
  const rows = rowsOf(track, fromMs, toMs);
  const stays = joinStays(rows, staysOf(rows));
  const stretches: Stretch[] = [];
  let travelledM = 0;
  let nth = 0;
  let nextStay = 0;
  while (nth < rows.length) {
    const first = rows[nth]!;
    const stay = stays[nextStay];
    if (stay?.first === nth) {
      append(stretches, { kind: "still", fromMs: first.fromMs, toMs: rows[stay.last]!.toMs });
      nth = stay.last;
      nextStay++;
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
  const halts = numberPlaces(stays.map((stay) => haltOf(rows.slice(stay.first, stay.last + 1))));
  return { stretches, halts, travelledM, movingMs: lasting("moving"), stillMs: lasting("still") };
}

/** The places of stops, each once: where its longest stop was, and how long all of them lasted up to a moment. */
export function placesOf(halts: readonly Halt[], atMs: number): (Halt & { lastingMs: number })[] {
  const begun = halts.filter((halt) => halt.atMs <= atMs);
  return [...Map.groupBy(begun, ({ place }) => place).values()].map((same) => ({
    ...same.reduce((a, b) => (b.toMs - b.atMs > a.toMs - a.atMs ? b : a)),
    lastingMs: same.reduce((sum, halt) => sum + Math.min(halt.toMs, atMs) - halt.atMs, 0),
  }));
}

function numberPlaces(halts: readonly Halt[]): Halt[] {
  const places: Halt[] = [];
  return halts.map((halt) => {
    const known = places.findIndex((place) => isSamePlace(place, halt));
    return { ...halt, place: known < 0 ? places.push(halt) : known + 1 };
  });
}

function append(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  if (next.toMs <= next.fromMs) return;
  if (last?.kind === next.kind) last.toMs = next.toMs;
  else stretches.push(next);
}
