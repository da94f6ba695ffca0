import type { KeyValues } from "../keyValues.ts";

export const picksKey = "recentPicks";

/** A sign-out takes along what was opened from the search: names of a customer's things. */
export function forgetPicks(storage: KeyValues): void {
  storage.removeItem(picksKey);
}
