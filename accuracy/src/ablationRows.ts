import type { Mechanism } from "@pulse/positioning/model/mechanisms";
import { locateSite, sitesWithFewer, type SessionKind } from "./locateSite.ts";
import type { MeasuredSite } from "./measuredSite.ts";
import { type Errors, fixErrors } from "./siteErrors.ts";

/** One row of the six sites, located by Pulse alone. */
export interface AblationRow {
  site: string;
  kind: SessionKind;
  gateways: number;
  isDrawn: boolean;
  isSurveyed: boolean;
  /** Share of fixes that say that the tag moves. */
  saysMoving: number;
  pulse: Errors;
  smoothed: Errors;
}

/** All rows without some mechanisms, and what a fix cost. */
export interface AblationRun {
  rows: AblationRow[];
  /** Processor time of all runs over their fixes, self-calibration, surveys and smoothing included, µs. */
  perFixUs: number;
}

/** Which rows of a site are located: all of them; or those with all and four gateways that nobody has surveyed. */
export type RowChoice = "all" | "short";
const SHORT_GATEWAYS = 4;

/** Locates the chosen rows of the sites without some mechanisms. */
export function ablationRun(
  sites: readonly MeasuredSite[],
  choice: RowChoice,
  without: readonly Mechanism[],
): AblationRun {
  const rows: AblationRow[] = [];
  let [spentUs, fixes] = [0, 0];
  for (const site of sites) {
    for (const some of sitesOf(site, choice)) {
      for (const isDrawn of [false, true]) {
        for (const isSurveyed of choice === "all" && site.survey.length ? [false, true] : [false]) {
          const before = process.cpuUsage();
          const located = locateSite(some, { isDrawn, isSurveyed }, without);
          const { user, system } = process.cpuUsage(before);
          spentUs += user + system;
          for (const { kind, live, smoothed } of located) {
            fixes += live.length;
            const gateways = some.anchors.length;
            const saysMoving = live.filter(({ fix }) => fix.moving === true).length / live.length;
            const errors = { pulse: fixErrors(live, some), smoothed: fixErrors(smoothed, some) };
            rows.push({ site: site.name, kind, gateways, isDrawn, isSurveyed, saysMoving, ...errors });
          }
        }
      }
    }
  }
  return { rows, perFixUs: spentUs / fixes };
}

function sitesOf(site: MeasuredSite, choice: RowChoice): MeasuredSite[] {
  const all = sitesWithFewer(site);
  return choice === "all" ? all : all.filter(({ anchors }) => anchors.length >= SHORT_GATEWAYS);
}
