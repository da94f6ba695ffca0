import type { DayFigures } from "./simulateDay.ts";

/** The figures kept of a run: metres, and shares of 0–1. */
export interface Figures {
  meanM: number;
  medianM: number;
  p90M: number;
  rightFloor: number;
  within68: number;
  within95: number;
}

/** The figures of a run, rounded to a millimetre and a tenth of a percent. */
export function figuresOf(score: Figures): Figures {
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    meanM: round(score.meanM),
    medianM: round(score.medianM),
    p90M: round(score.p90M),
    rightFloor: round(score.rightFloor),
    within68: round(score.within68),
    within95: round(score.within95),
  };
}

/** Worse by more than this fails: errors by a share and some metres, shares by points. */
const WORSE_SHARE = 0.05;
const WORSE_M = 0.05;
const WORSE_POINTS = 0.05;
const SHARES = [
  ["rightFloor", 1],
  ["within68", 0.68],
  ["within95", 0.95],
] as const;

/** The figures that are worse than the baseline by more than the margin, in words; empty: none. */
export function worseThan(baseline: Record<string, Figures>, now: Record<string, Figures>): string[] {
  const complaints: string[] = [];
  for (const [name, figures] of Object.entries(now)) {
    const before = baseline[name];
    if (!before) {
      complaints.push(`${name}: not in the baseline`);
      continue;
    }
    for (const key of ["meanM", "medianM", "p90M"] as const) {
      if (figures[key] > before[key] * (1 + WORSE_SHARE) + WORSE_M) {
        complaints.push(`${name}: ${key} ${figures[key]} was ${before[key]}`);
      }
    }
    for (const [key, aim] of SHARES) {
      // A circle that contains more than it says is as wrong as one that contains less.
      if (Math.abs(aim - figures[key]) > Math.abs(aim - before[key]) + WORSE_POINTS)
        complaints.push(`${name}: ${key} ${figures[key]} was ${before[key]}`);
    }
  }
  return complaints;
}

/** The figures as a Markdown table. */
export function figuresTable(results: Record<string, Figures>): string {
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  const rows = Object.entries(results).map(
    ([name, f]) =>
      `| ${name} | ${f.meanM.toFixed(2)} | ${f.medianM.toFixed(2)} | ${f.p90M.toFixed(2)} | ${percent(f.rightFloor)} | ${percent(f.within68)} | ${percent(f.within95)} |`,
  );
  return [
    "| | mean m | median | P90 | right floor | in 68 % | in 95 % |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Ordinary days as a Markdown table. */
export function daysTable(lives: Record<string, DayFigures>): string {
  const percent = (value: number): string => (100 * value).toFixed(0);
  const rows = Object.entries(lives).map(
    ([name, f]) =>
      `| ${name} | ${f.medianM.toFixed(2)} / ${f.p90M.toFixed(2)} | ${f.rawMedianM.toFixed(2)} | ${f.centroidMedianM.toFixed(2)} / ${f.centroidP90M.toFixed(2)} | ${percent(f.within68)} / ${percent(f.within95)} | ${percent(f.moving)} % |`,
  );
  return ["| | shown | unfiltered | centroid | 68 / 95 % | moving |", "|---|---|---|---|---|---|", ...rows].join("\n");
}
