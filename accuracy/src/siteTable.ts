import type { Errors } from "./siteErrors.ts";
import type { SiteRow } from "./siteRows.ts";

/** No row may be worse than the best plain method by more than this share. */
export const GUARD = 0.05;
/** The allowed shares of truths within both circles. */
const INNER: readonly [number, number] = [0.6, 0.76];
const OUTER: readonly [number, number] = [0.9, 0.99];

/** How much worse a row is than the best of nearest gateway, centroid and fingerprints, in words; empty: it is not. */
export function guardFaults({ pulse, nearest, centroid, fingerprints }: SiteRow): string[] {
  const plain = { nearest, centroid, ...(fingerprints && { kNN: fingerprints }) };
  return (["medianM", "p90M"] as const).flatMap((figure) => {
    const [name, best] = Object.entries(plain).toSorted(([, a], [, b]) => a[figure] - b[figure])[0]!;
    const worse = pulse[figure] / best[figure] - 1;
    return worse > GUARD ? [`${figure === "p90M" ? "P90" : "median"} ${name} +${(100 * worse).toFixed(0)} %`] : [];
  });
}

/** Whether both circles contain an allowed share. */
export function holdsCircles({ within68, within95 }: Errors): boolean {
  return isWithin(within68!, INNER) && isWithin(within95!, OUTER);
}

function isWithin(share: number, [min, max]: readonly [number, number]): boolean {
  // Shares are stated in whole percent.
  return Math.round(100 * share) >= 100 * min && Math.round(100 * share) <= 100 * max;
}

/** The rows as a Markdown table: median / P90 in metres, shares within both circles in percent. */
export function siteTable(rows: readonly SiteRow[]): string {
  const metres = (errors: Errors | null): string =>
    errors ? `${errors.medianM.toFixed(2)} / ${errors.p90M.toFixed(2)}` : "";
  const circles = (errors: Errors): string =>
    `${(100 * errors.within68!).toFixed(0)} / ${(100 * errors.within95!).toFixed(0)}${holdsCircles(errors) ? "" : " !"}`;
  const lines = rows.map((row) =>
    [
      "",
      `${row.site} ${row.kind}, ${row.gateways} gw${row.isDrawn ? ", drawn" : ""}${row.isSurveyed ? ", survey" : ""}`,
      metres(row.pulse),
      circles(row.pulse),
      metres(row.smoothed),
      circles(row.smoothed),
      ...[row.nearest, row.centroid, row.fingerprints, row.grid, row.oracle].map(metres),
      `${(100 * row.saysMoving).toFixed(0)} / ${(100 * row.saysStill).toFixed(0)}`,
      guardFaults(row).join(", "),
      "",
    ]
      .join(" | ")
      .trim(),
  );
  return [
    "| site | Pulse | circles | smoothed | circles | nearest | centroid | kNN | grid | oracle | says moving / still | worse than |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
    `${rows.filter((row) => !guardFaults(row).length).length} of ${rows.length} rows hold the guard`,
    `${rows.filter((row) => holdsCircles(row.pulse)).length} of ${rows.length} rows hold 60–76 / 90–99 live, ${rows.filter((row) => holdsCircles(row.smoothed)).length} smoothed`,
  ].join("\n");
}
