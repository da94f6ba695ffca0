import { quantile, truthAt } from "@pulse/cli/locate/evaluate";
import { locateSessions } from "@pulse/cli/locate/locateSessions";
import type { CircleSet } from "./circleSets.ts";

/** How many truths were within the circles of one row. */
export interface CircleRow {
  fixes: number;
  tags: number;
  medianM: number;
  p90M: number;
  within68: number;
  within95: number;
  /** Standard error of the first share: a tag's fixes are not independent of each other, its tags are. */
  error68: number;
}

/** The allowed share of truths within each circle. */
const INNER: readonly [number, number] = [0.6, 0.76];
const OUTER: readonly [number, number] = [0.9, 0.99];

interface Tally {
  errors: number[];
  tags: { fixes: number; in68: number; in95: number }[];
}

/** Locates all sets and counts by row, in order of appearance. */
export function circleRows(sets: Iterable<CircleSet>): Map<string, CircleRow> {
  const tallies = new Map<string, Tally>();
  for (const set of sets) tally(set, tallies);
  return new Map([...tallies].map(([name, one]) => [name, rowOf(one)]));
}

function tally(set: CircleSet, tallies: Map<string, Tally>): void {
  const { sessions, truth, modelWith, calibration, smooth = false, countFromMs = 0 } = set;
  const fixes = locateSessions(sessions, { modelWith, calibration, intervalMs: 1000, smooth });
  for (const [tagId, own] of Map.groupBy(fixes, (one) => one.tagId)) {
    const name = set.rowOf(tagId);
    const into = tallies.get(name) ?? { errors: [], tags: [] };
    tallies.set(name, into);
    const tag = { fixes: 0, in68: 0, in95: 0 };
    for (const { fix } of own) {
      const at = fix.atMs < countFromMs ? null : truthAt(truth.get(tagId) ?? [], fix.atMs);
      if (!at) continue;
      const errorM = Math.hypot(fix.x - at.x, fix.y - at.y);
      into.errors.push(errorM);
      tag.fixes++;
      if (errorM <= fix.accuracyM) tag.in68++;
      if (errorM <= fix.accuracyOuterM) tag.in95++;
    }
    if (tag.fixes) into.tags.push(tag);
  }
}

function rowOf({ errors, tags }: Tally): CircleRow {
  const sorted = errors.toSorted((a, b) => a - b);
  const fixes = errors.length;
  const within68 = tags.reduce((sum, { in68 }) => sum + in68, 0) / fixes;
  const squares = tags.reduce((sum, one) => sum + (one.in68 - within68 * one.fixes) ** 2, 0);
  return {
    fixes,
    tags: tags.length,
    medianM: quantile(sorted, 0.5),
    p90M: quantile(sorted, 0.9),
    within68,
    within95: tags.reduce((sum, { in95 }) => sum + in95, 0) / fixes,
    error68: Math.sqrt(squares) / fixes,
  };
}

/** Whether both circles of a row contain an allowed share. */
export function isHonest({ within68, within95 }: CircleRow): boolean {
  return within68 >= INNER[0] && within68 <= INNER[1] && within95 >= OUTER[0] && within95 <= OUTER[1];
}

/** The rows as a Markdown table; shares outside their allowed range are marked. */
export function circleTable(rows: ReadonlyMap<string, CircleRow>): string {
  const percent = (share: number, [min, max]: readonly [number, number]): string =>
    `${(100 * share).toFixed(0)}${share < min ? " ↓" : share > max ? " ↑" : ""}`;
  const lines = [...rows].map(
    ([name, row]) =>
      `| ${name} | ${row.fixes} | ${row.tags} | ${row.medianM.toFixed(2)} / ${row.p90M.toFixed(2)} | ${percent(row.within68, INNER)} | ± ${(100 * row.error68).toFixed(0)} | ${percent(row.within95, OUTER)} |`,
  );
  const honest = [...rows.values()].filter(isHonest).length;
  return [
    "| | fixes | tags | median / P90 | in 68 % | error | in 95 % |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
    `${honest} of ${rows.size} rows hold 60–76 and 90–99 %`,
  ].join("\n");
}
