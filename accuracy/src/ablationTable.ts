import type { Mechanism } from "@pulse/positioning/model/mechanisms";
import type { AblationRow, AblationRun } from "./ablationRows.ts";
import { ABLATIONS, linesOf, NOT_SHOWN } from "./ablations.ts";
import { holdsCircles } from "./siteTable.ts";

const FIGURES = ["medianM", "p90M"] as const;
type Figure = (typeof FIGURES)[number];

/** The head of the table, and the line of the whole engine. */
export function ablationHead({ rows, perFixUs }: AblationRun): string {
  return [
    "| without | lines | µs a fix | median | P90 | most on a site | smoothed | circles live | smoothed | moves: still / moving |",
    "|---|---|---|---|---|---|---|---|---|---|",
    `| nothing | | ${perFixUs.toFixed(0)} | | | | | ${honest(rows)} | ${motion(rows)} |`,
  ].join("\n");
}

/** The line of one mechanism: how much larger errors are without it, in percent; below 0, it does harm. */
export function ablationLine(mechanism: Mechanism, without: AblationRun, whole: AblationRun): string {
  const percent = (share: number): string => `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
  const live = FIGURES.map((figure) => meanOf(changes(without.rows, whole.rows, "pulse", figure)));
  const later = FIGURES.map((figure) => meanOf(changes(without.rows, whole.rows, "smoothed", figure)));
  const { site, share } = worstSite(without.rows, whole.rows);
  const cells = [
    mechanism,
    String(linesOf(ABLATIONS[mechanism])),
    (without.perFixUs - whole.perFixUs).toFixed(0),
    ...live.map(percent),
    `${percent(share)} ${site}`,
    later.map(percent).join(" / "),
    honest(without.rows),
    motion(without.rows),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** What each mechanism is, and what these rows do not show. */
export function ablationNotes(): string {
  const named = Object.entries(ABLATIONS).map(([name, { about }]) => `- ${name}: ${about}`);
  const others = NOT_SHOWN.map((one) => `- ${one.about}: ${linesOf(one)} lines`);
  return [...named, "", "Not shown by these rows:", "", ...others].join("\n");
}

/** Rows with honest circles, live and smoothed, of all. */
function honest(rows: readonly AblationRow[]): string {
  const of = (way: "pulse" | "smoothed"): number => rows.filter((row) => holdsCircles(row[way])).length;
  return `${of("pulse")} of ${rows.length} | ${of("smoothed")}`;
}

/** Which percentage of fixes says that the tag moves, in rows of still and of moving tags. */
function motion(rows: readonly AblationRow[]): string {
  const of = (kind: AblationRow["kind"]): string => {
    const own = rows.filter((row) => row.kind === kind);
    return ((100 * own.reduce((sum, { saysMoving }) => sum + saysMoving, 0)) / Math.max(1, own.length)).toFixed(0);
  };
  return `${of("still")} / ${of("moving")}`;
}

/** By how much each row's figure grows, as a share. */
function changes(
  without: readonly AblationRow[],
  whole: readonly AblationRow[],
  way: "pulse" | "smoothed",
  figure: Figure,
): number[] {
  return without.map((row, i) => Math.log(row[way][figure] / whole[i]![way][figure]));
}

/** The site on which a mechanism earns most, in the mean over its rows. */
function worstSite(without: readonly AblationRow[], whole: readonly AblationRow[]): { site: string; share: number } {
  const sites = [...new Set(without.map(({ site }) => site))];
  const shares = sites.flatMap((site) =>
    FIGURES.map((figure) => {
      const own = changes(without, whole, "pulse", figure).filter((_, i) => without[i]!.site === site);
      return { site: `${site} ${figure === "p90M" ? "P90" : "median"}`, share: meanOf(own) };
    }),
  );
  return shares.reduce((most, one) => (one.share > most.share ? one : most));
}

/** The mean of logarithms as a share. */
function meanOf(logs: readonly number[]): number {
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) - 1;
}
