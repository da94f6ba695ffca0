import { limits } from "@pulse/contract/limits";
import type { Told } from "./reported.ts";

/** Events that people are told of as one, so far. */
export interface Fold {
  key: string;
  id: string;
  sinceMs: number;
  count: number;
  /** The newest of them, which stands for all. */
  newestId: string;
}

/** One of several events, as it is stored. */
export interface Folded extends Told {
  id: string;
  count: number;
  sinceMs: number;
}

/**
 * Joins new events to those that people are told of as one: of the same key, within a minute of the first.
 * @param open the newest fold of each key
 * @returns each event's place in its fold, null for one that nobody is told of; and which events stand for no fold any more
 */
export function folding(
  events: readonly { id: string; atMs: number; told: Told | null }[],
  open: readonly Fold[],
): { folded: (Folded | null)[]; superseded: Set<string> } {
  const folds = new Map(open.map((fold) => [fold.key, fold]));
  const superseded = new Set<string>();
  const folded = events.map(({ id, atMs, told }) => {
    if (told === null) return null;
    const { key, count } = told;
    const before = key === null ? undefined : folds.get(key);
    const joins = before !== undefined && atMs - before.sinceMs <= limits.eventsFoldMs;
    const place = joins
      ? { id: before.id, sinceMs: before.sinceMs, count: before.count + count }
      : { id, sinceMs: atMs, count };
    if (joins) superseded.add(before.newestId);
    if (key !== null) folds.set(key, { key, ...place, newestId: id });
    return { ...told, ...place };
  });
  return { folded, superseded };
}
