import type { LocatedUpTo } from "../history/logCursors.ts";

/** A finer trail would serve nobody: so much more is worked again after a crash. */
const spacingMs = 1_000;

export interface Checkpoint extends LocatedUpTo {
  /** How many records were read by then. */
  records: number;
}

export interface Checkpoints {
  note(point: Checkpoint): void;
  /** The newest point before which every fix is stored and every status written; null: none is known. */
  reached(unsavedMs: number | null, statusAt: number): Checkpoint | null;
}

/** Points of the log that the work has passed, until they are left behind for good. */
export function checkpoints(): Checkpoints {
  let trail: Checkpoint[] = [];
  let newest: Checkpoint | null = null;
  return {
    note: (point) => {
      newest = point;
      const last = trail.at(-1);
      if (last === undefined || Math.abs(point.atMs - last.atMs) >= spacingMs) trail.push(point);
    },
    reached: (unsavedMs, statusAt) => {
      const stored = ({ atMs, position }: Checkpoint): boolean =>
        position <= statusAt && (unsavedMs === null || atMs < unsavedMs);
      if (newest && stored(newest)) {
        trail = [];
        return newest;
      }
      const at = trail.findLastIndex(stored);
      trail = trail.slice(Math.max(0, at));
      return at < 0 ? null : trail[0]!;
    },
  };
}
