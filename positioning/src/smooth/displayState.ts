import { type DisplayFilter, newDisplayFilter } from "./displayFilter.ts";
import type { LastShown } from "./limitSpeed.ts";

/** What is remembered of where one tag was shown. */
export interface DisplayState {
  filter: DisplayFilter;
  /** The floor the filter is on; a change of floor starts it anew. */
  filteredFloor: string | null;
  /** When the filter last took a place, ms. */
  filteredMs: number;
  /** Where it was last shown; null: not yet. */
  shown: LastShown | null;
}

export function newDisplayState(): DisplayState {
  return { filter: newDisplayFilter(), filteredFloor: null, filteredMs: -Infinity, shown: null };
}
