/** Another clock, and how far ours is ahead of it. */
export interface ClockReading {
  /** What it is, in words: "the database", "time.example.com". */
  source: string;
  /** Our time minus its time, ms; negative: ours is behind. */
  offsetMs: number;
  /**
   * Whether it is a clock of its own. One of the same machine always agrees, and proves nothing; if it does not agree,
   * something is wrong all the same.
   */
  isIndependent: boolean;
}

/** Clocks that have no host name. */
export const clockNames = {
  browser: "your browser",
  database: "the database",
  newestFile: "the newest file of the data folder",
} as const;

/** What the other clocks say about ours. */
export type ClockVerdict =
  | { kind: "right"; source: string }
  | { kind: "wrong"; source: string; offsetMs: number }
  | { kind: "unknown" };

/**
 * Authenticator apps make a new code every 30 s, and a code of the step before or after is accepted [RFC 6238 section 5.2].
 */
export const clockToleranceMs = 30_000;

/**
 * Judges our clock by others. The independent one that differs least decides, since one of them may be wrong itself;
 * without any, one that differs.
 */
export function judgeClock(readings: readonly ClockReading[]): ClockVerdict {
  const byOffset = readings.toSorted((a, b) => Math.abs(a.offsetMs) - Math.abs(b.offsetMs));
  const isWrong = ({ offsetMs }: ClockReading): boolean => Math.abs(offsetMs) > clockToleranceMs;
  const decisive = byOffset.find(({ isIndependent }) => isIndependent) ?? byOffset.findLast(isWrong);
  if (decisive === undefined) return { kind: "unknown" };
  const { source, offsetMs } = decisive;
  return isWrong(decisive) ? { kind: "wrong", source, offsetMs } : { kind: "right", source };
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** A span in its two largest units: "1 d 2 h", "45 s". */
export function spanText(ms: number): string {
  const total = Math.abs(ms);
  const first = units.findIndex(([, unitMs]) => total >= unitMs);
  if (first === -1) return "0 s";
  let left = total;
  const parts = units.slice(first, first + 2).map(([unit, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return count === 0 ? null : `${count} ${unit}`;
  });
  return parts.filter((part) => part !== null).join(" ");
}
