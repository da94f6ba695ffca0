import type { Area } from "@pulse/positioning/model/areaIndex";
import { outlineArea, outlineContains } from "@pulse/positioning/model/outline";
import type { Located, Place } from "./roomDay.ts";

/** How well rooms were named. */
export interface Tally {
  fixes: number;
  /** Fixes that name the right room, or rightly none. */
  right: number;
  /** The same for tags that are in a room, and how many of those there were. */
  rightInRoom: number;
  inRoom: number;
  /** Fixes that name a room, of these the right ones, and the sum of the probabilities they state. */
  named: number;
  rightNamed: number;
  stated: number;
  /** The same by whether the engine took the tag for moving. */
  told: Record<"moving" | "not moving", Told>;
  /** Changes to a room in which the tag is not. */
  falseChanges: number;
  /** Tags' time, minutes. */
  minutes: number;
  /** Processor time of all fixes, µs. */
  cpuUs: number;
}

/** How many rooms were named with a probability of 0–10 %, 10–20 % …, how many of them were right, and those probabilities' sum. */
interface Told {
  named: number[];
  right: number[];
  stated: number[];
}

export type Tallies = Record<"walking" | "at rest", Tally>;

export function newTally(): Tally {
  return {
    fixes: 0,
    right: 0,
    rightInRoom: 0,
    inRoom: 0,
    named: 0,
    rightNamed: 0,
    stated: 0,
    told: { moving: newTold(), "not moving": newTold() },
    falseChanges: 0,
    minutes: 0,
    cpuUs: 0,
  };
}

const DECILES = 10;

function newTold(): Told {
  const zeros = (): number[] => Array.from({ length: DECILES }, () => 0);
  return { named: zeros(), right: zeros(), stated: zeros() };
}

/** A tag that was not located for longer than this was not watched meanwhile, s. */
const UNWATCHED_S = 10;

/** Counts fixes of tags, `walking` and `at rest` apart. */
export function scorer(tallies: Tallies) {
  const last = new Map<string, { room: string | null; atMs: number }>();
  return ({ mac, atMs, fix, cpuUs, truth, walks }: Located, trueRoom: string | null): void => {
    const tally = tallies[walks ? "walking" : "at rest"];
    const before = last.get(mac);
    const room = fix.room?.id ?? null;
    last.set(mac, { room, atMs });
    const isRight = fix.floor === truth.floor && room === trueRoom;
    tally.fixes++;
    tally.cpuUs += cpuUs;
    if (isRight) tally.right++;
    if (trueRoom !== null) tally.inRoom++;
    if (trueRoom !== null && isRight) tally.rightInRoom++;
    if (fix.room) {
      tally.named++;
      tally.stated += fix.room.probability;
      if (isRight) tally.rightNamed++;
      note(tally.told[fix.moving ? "moving" : "not moving"], fix.room.probability, isRight);
    }
    if (before) tally.minutes += Math.min(UNWATCHED_S, (atMs - before.atMs) / 1000) / 60;
    if (before && before.room !== room && !isRight) tally.falseChanges++;
  };
}

function note({ named, right, stated }: Told, probability: number, isRight: boolean): void {
  const decile = Math.min(DECILES - 1, Math.floor(DECILES * probability));
  named[decile]!++;
  stated[decile]! += probability;
  if (isRight) right[decile]!++;
}

/** The tallies of several runs as one. */
export function together(tallies: readonly Tally[]): Tally {
  const all = newTally();
  for (const { told, ...sums } of tallies) {
    for (const motion of MOTIONS) all.told[motion] = bothTold([all.told[motion], told[motion]]);
    for (const [key, value] of Object.entries(sums)) all[key as keyof typeof sums] += value;
  }
  return all;
}

/** One row of the table. */
export function rowOf(name: string, tally: Tally): string {
  const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);
  return [
    `| ${name}`,
    tally.fixes,
    percent(tally.right, tally.fixes),
    `${percent(tally.rightInRoom, tally.inRoom)} / ${percent(tally.right - tally.rightInRoom, tally.fixes - tally.inRoom)}`,
    (tally.falseChanges / tally.minutes).toFixed(2),
    `${percent(tally.stated, tally.named)} / ${percent(tally.rightNamed, tally.named)}`,
    `${(tally.cpuUs / tally.fixes).toFixed(0)} |`,
  ].join(" | ");
}

/** How honest the probabilities were of tags that walk and rest, and of those that the engine took for moving and not. */
export function honestyRows(tallies: Tallies): string[] {
  const { walking, "at rest": atRest } = tallies;
  return [
    ...MOTIONS.map((motion) => honestyRow(`taken for ${motion}`, [walking.told[motion], atRest.told[motion]])),
    ...MOTIONS.map((motion) => honestyRow(`walking, taken for ${motion}`, [walking.told[motion]])),
    honestyRow(
      "walking",
      MOTIONS.map((motion) => walking.told[motion]),
    ),
    honestyRow(
      "at rest",
      MOTIONS.map((motion) => atRest.told[motion]),
    ),
  ];
}

const MOTIONS = ["moving", "not moving"] as const;
/** A share of fewer rooms than this says nothing. */
const FEWEST = 50;

function honestyRow(name: string, parts: readonly Told[]): string {
  const { named, right, stated } = bothTold(parts);
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);
  const shares = named.map((count, i) => (count < FEWEST ? "–" : ((100 * right[i]!) / count).toFixed(0)));
  const whole = sum(named);
  return `| ${name} | ${whole} | ${percent(sum(stated), whole)} / ${percent(sum(right), whole)} | ${shares.join(" ")} |`;
}

function bothTold(parts: readonly Told[]): Told {
  const all = newTold();
  for (const part of parts)
    for (const key of ["named", "right", "stated"] as const) part[key].forEach((count, i) => (all[key][i]! += count));
  return all;
}

/** The innermost drawn room that a place is in; null: none. */
export function roomAt(rooms: readonly Area[], { floor, x, y }: Place): string | null {
  let inner: Area | null = null;
  for (const room of rooms)
    if (room.floor === floor && outlineContains(room.outline, x, y))
      if (!inner || outlineArea(room.outline) < outlineArea(inner.outline)) inner = room;
  return inner?.id ?? null;
}
