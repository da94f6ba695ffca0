import type { LocatedUpTo } from "./logCursors.repository.ts";

/** The distance between points: at most this much is processed again after a crash. */
const spacingMs = 1_000;

export interface Checkpoint extends LocatedUpTo {
  /** How many records were read by then. */
  records: number;
}

export interface Checkpoints {
  add(point: Checkpoint): void;
  /** The newest point before which every fix is stored and every status written; null: none is known. */
  reached(unsavedMs: number | null, statusAt: number): Checkpoint | null;
}

interface TimedCheckpoint extends Checkpoint {
  /** The latest moment up to this point, since a clock that was set back makes later points look older. */
  latestMs: number;
}

/** Points of the log that have been processed, until everything before them is stored. */
export function checkpoints(): Checkpoints {
  let trail: TimedCheckpoint[] = [];
  let newest: TimedCheckpoint | null = null;
  return {
    add: (point) => {
      newest = { ...point, latestMs: Math.max(point.atMs, newest?.latestMs ?? -Infinity) };
      const last = trail.at(-1);
      if (last === undefined || Math.abs(point.atMs - last.atMs) >= spacingMs) trail.push(newest);
    },
    reached: (unsavedMs, statusAt) => {
      const stored = ({ latestMs, position }: TimedCheckpoint): boolean =>
        position <= statusAt && (unsavedMs === null || latestMs < unsavedMs);
      if (newest && stored(newest)) {
        const { latestMs: _, ...point } = newest;
        trail = [];
        newest = null;
        return point;
      }
      const at = trail.findLastIndex(stored);
      trail = trail.slice(Math.max(0, at));
      if (at < 0) return null;
      const { latestMs: _, ...point } = trail[0]!;
      return point;
    },
  };
}
