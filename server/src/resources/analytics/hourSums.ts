import type { LatLon } from "@pulse/geo/latLon";
import { gapMs } from "../../pipeline/history/positionFold.ts";
import { addCell, cellAt, type CellGrid, type Cells } from "./heatCells.ts";

/** A history row of an asset, from any of its trackers. */
export interface TimedPosition extends LatLon {
  siteId: string;
  floorId: string | null;
  fromMs: number;
  toMs: number;
  shown: boolean;
  room: { id: string; name: string } | null;
}

/** A stay in a room, or the part of one that falls within an hour. */
export interface RoomStay {
  floorId: string | null;
  room: { id: string; name: string };
  fromMs: number;
  toMs: number;
}

/** Where one asset was during an hour. */
export interface HourSums {
  /** By floor; null: outdoors. */
  heat: Map<string | null, Cells>;
  stays: RoomStay[];
}

/**
 * Where an asset was between two moments on one site. A position is valid until the next one, or until its own end if
 * nothing more is heard for a minute.
 * @param positions by their beginnings; those that begin up to a minute after the hour end what came before them
 */
export function hourSums(
  positions: readonly TimedPosition[],
  of: { siteId: string; fromMs: number; toMs: number; gridOf(floorId: string, at: LatLon): CellGrid },
): HourSums {
  const heat: HourSums["heat"] = new Map();
  const stays: RoomStay[] = [];
  for (const [nth, position] of positions.entries()) {
    if (!position.shown || position.siteId !== of.siteId) continue;
    const fromMs = Math.max(of.fromMs, position.fromMs);
    const toMs = Math.min(of.toMs, validUntil(position, positions[nth + 1]));
    if (toMs <= fromMs) continue;
    const { floorId, room } = position;
    const cells = heat.get(floorId) ?? new Map<number, number>();
    heat.set(floorId, cells);
    if (floorId !== null) {
      const cell = cellAt(of.gridOf(floorId, position), position);
      if (cell !== null) addCell(cells, cell, (toMs - fromMs) / 1000);
    }
    if (room === null) continue;
    const last = stays.at(-1);
    if (last?.room.id === room.id && last.toMs === fromMs) last.toMs = toMs;
    else stays.push({ floorId, room, fromMs, toMs });
  }
  return { heat, stays };
}

function validUntil({ toMs }: TimedPosition, next: TimedPosition | undefined): number {
  if (next === undefined) return toMs;
  return next.fromMs - toMs <= gapMs ? next.fromMs : toMs;
}
