import { useMemo } from "react";
import { type Chip, countsOf, filterRows, isOpenFilter, sortRows } from "../list/assetFilter.ts";
import { type AssetRow, rowOf } from "../list/assetRows.ts";
import { isListedOn } from "../layers/floorChoice.ts";
import type { MapData } from "./useMapData.ts";
import type { MapSelection } from "./useMapSelection.ts";
import type { MapViewControls } from "./useMapView.ts";

/** The assets of the list, and how many there are of each kind. */
export interface ListedAssets {
  rows: readonly AssetRow[];
  counts: Record<Chip, number>;
  /** The types and geofences that can be chosen, with the number of assets of each. */
  offered: ReturnType<typeof countsOf>;
  /** Assets with a position on each floor, by floor id. */
  floorCounts: ReadonlyMap<string, number>;
}

/** The rows of the list in their order: those of the shown floors, or of all floors, that pass the filter. */
export function useListedAssets(
  { plans, allRows }: MapData,
  { filter, sorting, isAllFloors }: MapViewControls,
  { shownFloorIds }: MapSelection,
): ListedAssets {
  const isSearching = filter.text.trim() !== "";
  const listed = useMemo(
    () =>
      isAllFloors || isSearching || shownFloorIds.length === 0
        ? allRows
        : allRows.filter(isListedOn(shownFloorIds, plans)),
    [allRows, isAllFloors, isSearching, shownFloorIds, plans],
  );
  const filtered = useMemo(() => filterRows(listed, filter), [listed, filter]);
  const rows = useMemo(() => sortRows(filtered.rows, sorting), [filtered, sorting]);
  const floorCounts = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { floorId: id } of allRows) counts.set(id ?? "", (counts.get(id ?? "") ?? 0) + 1);
    return counts;
  }, [allRows]);
  const offered = useMemo(() => countsOf(allRows), [allRows]);
  return { rows, counts: filtered.counts, offered, floorCounts };
}

/** The guids of the assets and trackers that pass the filter; null: all do. */
export function usePassingGuids(
  { allRows, unassigned, nowMs }: MapData,
  { filter }: MapViewControls,
): ReadonlySet<string> | null {
  const { trackers, list } = unassigned;
  return useMemo(() => {
    if (isOpenFilter(filter)) return null;
    const others = [...trackers.positions.all().values()].map((tracker) => rowOf(tracker, nowMs()));
    return new Set([...filterRows(allRows, filter).rows, ...filterRows(others, filter).rows].map(({ guid }) => guid));
    // `list` stands for the trackers' positions, which it filled.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [allRows, filter, list, nowMs]);
}
