import type { KeyValues } from "../storage/keyValues.ts";

export const picksKey = "recentPicks";

/** Removes the recent picks of the search at sign-out: they contain names of a customer's things. */
export function forgetPicks(storage: KeyValues): void {
  storage.removeItem(picksKey);
}
