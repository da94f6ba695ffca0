import { type Area, areas, type Letter, lettersOf, type Operation } from "@pulse/contract/access";
import type { BlockedBy, Grantable } from "./useGrantable.ts";

/** One box of the matrix. */
export interface Cell {
  id: string;
  area: Area;
  letter: Letter;
  isGranted: boolean;
  /** Why it cannot be changed; null if it can. */
  blockedBy: BlockedBy | null;
}

/** A row or a column of boxes. */
export type Line = readonly Cell[];

/** The matrix of areas by letters; an area has no box for a letter that it does not have. */
export function cellsOf(
  { operations, blockedBy }: Pick<Grantable, "operations" | "blockedBy">,
  grantedIds: readonly string[],
): ReadonlyMap<string, Cell> {
  return new Map(
    operations.map(({ id, area, letter }) => [
      cellKey(area, letter),
      { id, area, letter, isGranted: grantedIds.includes(id), blockedBy: blockedBy({ area, letter }) },
    ]),
  );
}

export function cellKey(area: Area, letter: Letter): string {
  return `${area}.${letter}`;
}

/** The boxes of an area. */
export function rowOf(cells: ReadonlyMap<string, Cell>, area: Area): Line {
  return lettersOf[area].flatMap((letter) => cells.get(cellKey(area, letter)) ?? []);
}

/** The boxes of a letter. */
export function columnOf(cells: ReadonlyMap<string, Cell>, letter: Letter): Line {
  return areas.flatMap((area) => cells.get(cellKey(area, letter)) ?? []);
}

/** What a box for a whole line shows: it stands for those that can be changed, if there are any. */
export function lineState(line: Line): { isChecked: boolean; isPartial: boolean; isDisabled: boolean } {
  const free = line.filter(({ blockedBy }) => blockedBy === null);
  const counted = free.length > 0 ? free : line;
  const grantedIds = counted.filter(({ isGranted }) => isGranted).length;
  return {
    isChecked: grantedIds > 0 && grantedIds === counted.length,
    isPartial: grantedIds > 0 && grantedIds < counted.length,
    isDisabled: free.length === 0,
  };
}

/** The ids after switching a line on or off; boxes that cannot be changed stay as they are. */
export function toggled(grantedIds: readonly string[], line: Line, isOn: boolean): string[] {
  const ids = line.filter(({ blockedBy }) => blockedBy === null).map(({ id }) => id);
  const others = grantedIds.filter((id) => !ids.includes(id));
  return isOn ? [...others, ...ids] : others;
}

/** The ids after copying a role: its grantable operations, plus those already given that cannot be changed. */
export function copied(cells: ReadonlyMap<string, Cell>, operations: readonly Operation[]): string[] {
  const roleIds = new Set(operations.map(({ id }) => id));
  return [...cells.values()]
    .filter(({ id, isGranted, blockedBy }) => (blockedBy === null ? roleIds.has(id) : isGranted))
    .map(({ id }) => id);
}
