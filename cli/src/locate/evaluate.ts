import type { TagFix } from "./locateSessions.ts";
import type { SessionNote, TruthRow } from "./recordings.ts";

/** How well fixes matched the truth: horizontal metres, shares of 0–1. */
export interface Score {
  name: string;
  fixes: number;
  meanM: number;
  medianM: number;
  p75M: number;
  p90M: number;
  p95M: number;
  rightFloor: number;
  within68: number;
  within95: number;
}

/** Truth is extended this far beyond its first and last row, ms: fixes fall on whole intervals, rows do not. */
const HOLD_MS = 1000;

/**
 * Scores the fixes that have a truth: all together, and by kind of session if the notes give kinds. Truth is
 * interpolated linearly between its rows; a single row applies to its whole session.
 */
export function evaluate(
  fixes: readonly TagFix[],
  truth: ReadonlyMap<string, TruthRow[]>,
  notes: ReadonlyMap<string, SessionNote> | null,
): Score[] {
  const met = fixes.flatMap(({ tagId, fix }) => {
    const at = truthAt(truth.get(tagId) ?? [], fix.atMs);
    if (!at) return [];
    const errorM = Math.hypot(fix.x - at.x, fix.y - at.y);
    return [{ errorM, fix, rightFloor: at.floor === fix.floor, kind: notes?.get(tagId)?.kind ?? null }];
  });
  const kinds = [...new Set(met.map(({ kind }) => kind))].filter((kind) => kind !== null).toSorted();
  const groups = [{ name: "all", members: met }];
  for (const kind of kinds) groups.push({ name: kind, members: met.filter((one) => one.kind === kind) });
  return groups.map(({ name, members }) => {
    const errors = members.map(({ errorM }) => errorM).toSorted((a, b) => a - b);
    const share = (holds: (one: (typeof members)[number]) => boolean): number =>
      members.filter(holds).length / members.length;
    return {
      name,
      fixes: members.length,
      meanM: errors.reduce((sum, error) => sum + error, 0) / errors.length,
      medianM: quantile(errors, 0.5),
      p75M: quantile(errors, 0.75),
      p90M: quantile(errors, 0.9),
      p95M: quantile(errors, 0.95),
      rightFloor: share((one) => one.rightFloor),
      within68: share(({ errorM, fix }) => errorM <= fix.accuracyM),
      within95: share(({ errorM, fix }) => errorM <= fix.accuracyOuterM),
    };
  });
}

/** The truth at a moment, interpolated; null if the rows do not reach it. */
export function truthAt(rows: readonly TruthRow[], atMs: number): TruthRow | null {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return null;
  if (rows.length === 1) return first;
  if (atMs < first.atMs - HOLD_MS || atMs > last.atMs + HOLD_MS) return null;
  if (atMs <= first.atMs) return first;
  if (atMs >= last.atMs) return last;
  let low = 0;
  let high = rows.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.atMs <= atMs) low = middle;
    else high = middle;
  }
  const a = rows[low]!;
  const b = rows[high]!;
  const share = b.atMs > a.atMs ? (atMs - a.atMs) / (b.atMs - a.atMs) : 0;
  return { atMs, x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y), floor: share < 0.5 ? a.floor : b.floor };
}

/** The value below which the share is, interpolated between neighbours; NaN for an empty list. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return low === undefined || high === undefined ? Number.NaN : low + (at - Math.floor(at)) * (high - low);
}

/** The scores as a table for a terminal. */
export function scoreTable(scores: readonly Score[]): string {
  const metres = (value: number): string => value.toFixed(2);
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  const header = ["", "fixes", "mean m", "median", "P75", "P90", "P95", "right floor", "within 68 %", "within 95 %"];
  const rows = scores.map((s) => [
    s.name,
    String(s.fixes),
    ...[s.meanM, s.medianM, s.p75M, s.p90M, s.p95M].map(metres),
    ...[s.rightFloor, s.within68, s.within95].map(percent),
  ]);
  const widths = header.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: string[]): string =>
    cells.map((cell, at) => (at ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join("  ");
  return [header, ...rows].map(line).join("\n") + "\n";
}
