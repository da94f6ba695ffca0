import type { GeofenceHistoryEntry } from "@pulse/contract/geofenceStays";
import type { Halt } from "./stays.ts";
import type { TrackSummary } from "./trackSummary.ts";

export interface Crossing {
  kind: "entered" | "left";
  atMs: number;
  name: string;
  /** How long it was inside, s; null: unknown. */
  insideS: number | null;
}

/** A time for which no position exists, between others. */
export interface Gap {
  kind: "gap";
  atMs: number;
  toMs: number;
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

/** One thing that happened to an asset in a span. */
export type HistoryEvent = Halt | Crossing | Gap;

/** Stops, crossings and times without data, in order of time. */
export function eventsOf(summary: TrackSummary | null, crossings: readonly Crossing[]): HistoryEvent[] {
  const gaps = (summary?.stretches ?? []).flatMap(({ kind, fromMs, toMs }): Gap[] =>
    kind === "unknown" ? [{ kind: "gap", atMs: fromMs, toMs }] : [],
  );
  return [...(summary?.halts ?? []), ...crossings, ...gaps].toSorted((a, b) => a.atMs - b.atMs);
}
