import type { LocationUpdate } from "@pulse/contract/live";

/**
 * Whoever takes over the work on the log repeats at most what the process before it had made and not stored: seconds, and
 * minutes if the database was away, ms.
 */
const rememberMs = 5 * 60_000;

/** Leaves out what people have seen already: the next process on the log cannot know what the one before has shown. */
export function newestShown(monotonicMs: () => number): (update: LocationUpdate) => boolean {
  let [recent, older] = [new Map<string, string>(), new Map<string, string>()];
  let sinceMs = monotonicMs();
  return ({ trackerId, lastUpdated }) => {
    if (monotonicMs() - sinceMs > rememberMs) {
      [recent, older] = [new Map<string, string>(), recent];
      sinceMs = monotonicMs();
    }
    const shown = recent.get(trackerId) ?? older.get(trackerId);
    // Times on the wire all have the same form, so their order as texts is that of the moments.
    if (shown !== undefined && lastUpdated <= shown) return false;
    recent.set(trackerId, lastUpdated);
    return true;
  };
}
