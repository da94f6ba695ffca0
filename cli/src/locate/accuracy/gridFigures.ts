import { cellX, cellY } from "@pulse/positioning/model/floorGrid";
import type { Area } from "@pulse/positioning/model/areaIndex";
import { outlineArea, outlineContains } from "@pulse/positioning/model/outline";
import { quantile } from "../evaluate.ts";
import type { CellBelief } from "./cellFilter.ts";
import type { Located, Place } from "./gridDay.ts";

/** What a method says of a tag at a fix. */
export interface Said {
  x: number;
  y: number;
  room: string | null;
  /** Radii of 68 and 95 %, m; null: not asked for this fix. */
  radii: readonly [number, number] | null;
  /** Cells to keep, and time beside the engine's own (of the engine: its own), µs. */
  cells: number;
  cpuUs: number;
}

/** How well a method located tags. */
export interface Tally {
  errorsM: number[];
  rightRoom: number;
  /** The same for tags that are in a room, and how many of them. */
  rightInRoom: number;
  inRoom: number;
  /** Changes to a room in which the tag is not. */
  falseChanges: number;
  /** Tags' time, minutes. */
  minutes: number;
  asked: number;
  within68: number;
  within95: number;
  cells: number[];
  cpuUs: number;
}

export function newTally(): Tally {
  return {
    errorsM: [],
    rightRoom: 0,
    rightInRoom: 0,
    inRoom: 0,
    falseChanges: 0,
    minutes: 0,
    asked: 0,
    within68: 0,
    within95: 0,
    cells: [],
    cpuUs: 0,
  };
}

/** A tag that was not located for longer than this was not watched meanwhile, s. */
const UNWATCHED_S = 10;

/** Counts what one method says of tags, `walking` and `at rest` apart. */
export function scorer(tallies: Record<"walking" | "at rest", Tally>) {
  const last = new Map<string, { room: string | null; atMs: number }>();
  return ({ mac, atMs, fix, truth, walks }: Located, trueRoom: string | null, said: Said): void => {
    const tally = tallies[walks ? "walking" : "at rest"];
    const before = last.get(mac);
    last.set(mac, { room: said.room, atMs });
    const errorM = Math.hypot(said.x - truth.x, said.y - truth.y);
    const isRight = fix.floor === truth.floor && said.room === trueRoom;
    tally.errorsM.push(errorM);
    tally.cells.push(said.cells);
    tally.cpuUs += said.cpuUs;
    if (isRight) tally.rightRoom++;
    if (trueRoom !== null) tally.inRoom++;
    if (trueRoom !== null && isRight) tally.rightInRoom++;
    if (before) tally.minutes += Math.min(UNWATCHED_S, (atMs - before.atMs) / 1000) / 60;
    if (before && before.room !== said.room && !isRight) tally.falseChanges++;
    if (!said.radii) return;
    tally.asked++;
    if (errorM <= said.radii[0]) tally.within68++;
    if (errorM <= said.radii[1]) tally.within95++;
  };
}

/** The tallies of several runs as one. */
export function together(tallies: readonly Tally[]): Tally {
  const all = newTally();
  for (const one of tallies) {
    for (const errorM of one.errorsM) all.errorsM.push(errorM);
    for (const cells of one.cells) all.cells.push(cells);
    for (const key of [
      "rightRoom",
      "rightInRoom",
      "inRoom",
      "falseChanges",
      "minutes",
      "asked",
      "within68",
      "within95",
      "cpuUs",
    ] as const)
      all[key] += one[key];
  }
  return all;
}

/** One row of the table: errors, rooms, false changes, circles, cells and time. */
export function rowOf(name: string, tally: Tally): string {
  const errors = tally.errorsM.toSorted((a, b) => a - b);
  const cells = tally.cells.toSorted((a, b) => a - b);
  const count = errors.length;
  const metres = [0.5, 0.9, 0.95].map((share) => quantile(errors, share).toFixed(2)).join(" / ");
  const percent = (share: number, digits = 0): string => (100 * share).toFixed(digits);
  const circles = `${percent(tally.within68 / tally.asked)} / ${percent(tally.within95 / tally.asked)}`;
  const beside = (tally.rightRoom - tally.rightInRoom) / (count - tally.inRoom);
  const inside = `${percent(tally.rightInRoom / tally.inRoom, 1)} / ${percent(beside, 1)}`;
  const kept = cells.at(-1) ? `${quantile(cells, 0.5).toFixed(0)} / ${quantile(cells, 0.95).toFixed(0)}` : "";
  return `| ${name} | ${count} | ${metres} | ${percent(tally.rightRoom / count, 1)} | ${inside} | ${(tally.falseChanges / tally.minutes).toFixed(2)} | ${circles} | ${kept} | ${(tally.cpuUs / count).toFixed(0)} |`;
}

/** The innermost drawn room that a place is in; null: none. */
export function roomAt(rooms: readonly Area[], { floor, x, y }: Place): string | null {
  let inner: Area | null = null;
  for (const room of rooms)
    if (room.floor === floor && outlineContains(room.outline, x, y))
      if (!inner || outlineArea(room.outline) < outlineArea(inner.outline)) inner = room;
  return inner?.id ?? null;
}

/** The radii around a place that contain 68 and 95 % of a belief. */
export function radiiOf(
  grid: Parameters<typeof cellX>[0],
  { mass }: CellBelief,
  x: number,
  y: number,
): [number, number] {
  const near: { m: number; p: number }[] = [];
  for (let cell = 0; cell < mass.length; cell++) {
    const column = cell % grid.columns;
    const p = mass[cell]!;
    if (p > 0)
      near.push({ m: Math.hypot(cellX(grid, column) - x, cellY(grid, (cell - column) / grid.columns) - y), p });
  }
  near.sort((a, b) => a.m - b.m);
  const radius = (share: number): number => {
    let sum = 0;
    for (const { m, p } of near) if ((sum += p) >= share) return m + grid.cellM / 2;
    return Infinity;
  };
  return [radius(0.68), radius(0.95)];
}
