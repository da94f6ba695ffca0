import { limits } from "@pulse/contract/limits";
import type { Notice } from "./notice.ts";

/** Events that people get as one notification, so far. */
export interface Fold {
  key: string;
  id: string;
  sinceMs: number;
  count: number;
  /** The newest of them, which stands for all. */
  newestId: string;
}

/** One of several events, as it is stored. */
export interface Folded extends Notice {
  id: string;
  count: number;
  sinceMs: number;
}

/**
 * Joins new events to those that people get as one notification: of the same key, within a minute of the first.
 * @param open the newest fold of each key
 * @returns each event's place in its fold, null for one that nobody is notified of; and which events stand for no fold any more
 */
export function foldEvents(
  events: readonly { id: string; atMs: number; notice: Notice | null }[],
  open: readonly Fold[],
): { folded: (Folded | null)[]; superseded: Set<string> } {
  const folds = new Map(open.map((fold) => [fold.key, fold]));
  const superseded = new Set<string>();
  const folded = events.map(({ id, atMs, notice }) => {
    if (notice === null) return null;
    const { key, count } = notice;
    const openFold = key === null ? undefined : folds.get(key);
    const joins = openFold !== undefined && atMs - openFold.sinceMs <= limits.eventsFoldMs;
    const place = joins
      ? { id: openFold.id, sinceMs: openFold.sinceMs, count: openFold.count + count }
      : { id, sinceMs: atMs, count };
    if (joins) superseded.add(openFold.newestId);
    if (key !== null) folds.set(key, { key, ...place, newestId: id });
    return { ...notice, ...place };
  });
  return { folded, superseded };
}
