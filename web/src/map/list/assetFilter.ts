import { type AssetRow, attentions } from "./assetRows.ts";
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
  /** The id of a geofence that it is in; null: anywhere. */
  fence: string | null;
}

export const noFilter: AssetFilter = { text: "", chip: "all", type: null, fence: null };

/** The text that the free-text filter searches. */
const textOf = (row: AssetRow): string => `${row.name} ${row.type} ${row.places} ${row.nearest ?? ""}`;

/**
 * The rows that pass text, type, geofence and chip, in their order; and for each chip, how many it would leave of the
 * rows that pass everything else.
 */
export function filterRows(
  rows: readonly AssetRow[],
  { text, type, fence, chip }: AssetFilter,
): { rows: AssetRow[]; counts: Record<Chip, number> } {
  const ofType = type === null && fence === null ? rows : rows.filter((row) => isOf(row, type, fence));
  const counts = { all: 0, moving: 0, still: 0, stale: 0, lowBattery: 0 };
  const passing = matching(ofType, textOf, text).filter((row) => {
    counts.all++;
    if (row.lowBattery !== null) counts.lowBattery++;
    if (row.status !== "never") counts[row.status]++;
    return passesChip(row, chip);
  });
  return { rows: passing, counts };
}

function isOf(row: AssetRow, type: string | null, fence: string | null): boolean {
  return (type === null || row.type === type) && (fence === null || row.fences.includes(fence));
}

/** How many rows there are of each type, by name, and in each geofence, by id with its name. */
export function countsOf(rows: readonly AssetRow[]) {
  const types = new Map<string, number>();
  const places = new Map<string, number>();
  for (const { type, fences } of rows) {
    types.set(type, (types.get(type) ?? 0) + 1);
    if (fences !== "") places.set(fences, (places.get(fences) ?? 0) + 1);
  }
  const fences = new Map<string, { name: string; count: number }>();
  // Many assets are in the same geofences, so each text is split only once.
  for (const [text, count] of places)
    for (const one of text.split("\n")) {
      const [id = "", name = ""] = one.split("\t");
      fences.set(id, { name, count: count + (fences.get(id)?.count ?? 0) });
    }
  const byName = <T>(entries: Iterable<[string, T]>, nameOf: (entry: [string, T]) => string): Map<string, T> =>
    new Map([...entries].sort((a, b) => collator.compare(nameOf(a), nameOf(b))));
  return { types: byName(types, ([type]) => type), fences: byName(fences, ([, { name }]) => name) };
}

/** Whether no filter is set. */
export function isOpenFilter({ text, chip, type, fence }: AssetFilter): boolean {
  return text.trim() === "" && chip === "all" && type === null && fence === null;
}

/** Whether a row is counted by a chip. */
function passesChip(row: AssetRow, chip: Chip): boolean {
  if (chip === "all") return true;
  return chip === "lowBattery" ? row.lowBattery !== null : row.status === chip;
}

/**
 * Puts rows sorted by name into the order of the list. "Attention" is: low batteries, stale, all others. Each counts once
 * it has lasted, and names decide between equals.
 */
export function sortRows(rows: readonly AssetRow[], sorting: Sorting): AssetRow[] {
  if (sorting === "name") return [...rows];
  if (sorting === "type") {
    const groups = Map.groupBy(rows, ({ type }) => type);
    return [...groups.keys()].sort(collator.compare).flatMap((type) => groups.get(type)!);
  }
  const ranks = Map.groupBy(rows, ({ stableAttention }) => stableAttention);
  return [...attentions, null].flatMap((attention) => ranks.get(attention) ?? []);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
