import type { AssetRow } from "./assetRows.ts";
import { matching } from "./textMatch.ts";

export const chips = ["all", "moving", "still", "stale", "lowBattery"] as const;
export type Chip = (typeof chips)[number];

export const sortings = ["attention", "name", "type"] as const;
export type Sorting = (typeof sortings)[number];

export interface AssetFilter {
  text: string;
  chip: Chip;
  /** An asset type; null: any. */
  type: string | null;
}

export const noFilter: AssetFilter = { text: "", chip: "all", type: null };

/** What the free text finds a row by. */
const textOf = (row: AssetRow): string => `${row.name} ${row.type} ${row.places} ${row.nearest ?? ""}`;

/** Whether a row is counted by a chip. */
export function passesChip(row: AssetRow, chip: Chip): boolean {
  if (chip === "all") return true;
  return chip === "lowBattery" ? row.lowBattery !== null : row.status === chip;
}

/** The rows that pass, and how many each chip would leave of those that pass text and type. */
export function filterRows(
  rows: readonly AssetRow[],
  filter: AssetFilter,
): { rows: AssetRow[]; counts: Record<Chip, number> } {
  const ofType = filter.type === null ? rows : rows.filter(({ type }) => type === filter.type);
  const candidates = matching(ofType, textOf, filter.text);
  const count = (chip: Chip): number => candidates.filter((row) => passesChip(row, chip)).length;
  const counts = { all: 0, moving: 0, still: 0, stale: 0, lowBattery: 0 };
  for (const chip of chips) counts[chip] = count(chip);
  return { rows: candidates.filter((row) => passesChip(row, filter.chip)), counts };
}

const attention = { moving: 1, still: 2, stale: 3, never: 4 } as const;

/**
 * The order of the list. Attention first: what is selected, then low batteries, then moving, still, stale, never.
 * Statuses count once they have lasted; names decide between equals, with numbers by value.
 */
export function sortRows(rows: readonly AssetRow[], sorting: Sorting, selected: string | null): AssetRow[] {
  const byName = (a: AssetRow, b: AssetRow): number => collator.compare(a.identifier, b.identifier);
  const rank = (row: AssetRow): number => {
    if (row.guid === selected) return -1;
    return row.lowBattery === null ? attention[row.settled] : 0;
  };
  return rows.toSorted((a, b) => {
    if (sorting === "attention") return rank(a) - rank(b) || byName(a, b);
    return (sorting === "type" ? collator.compare(a.type, b.type) : 0) || byName(a, b);
  });
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
