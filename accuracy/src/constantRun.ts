import { createHash } from "node:crypto";
import { espresenseSite } from "./espresenseSite.ts";
import { locateSite, type LocatedKind } from "./locateSite.ts";
import type { MeasuredSite } from "./measuredSite.ts";
import { measuredSites } from "./measuredSites.ts";
import { fixErrors } from "./siteErrors.ts";

/** What the fixes of a short run come to; shares of 0–1. */
export interface ConstantFigures {
  /** Of everything that the fixes say: another one, and something has changed. */
  hash: string;
  rows: { medianM: number; p90M: number; within68: number; saysMoving: number }[];
}

/** Each site is located as drawn and as not, and surveyed if somebody walked one. */
const WAYS = [
  { isDrawn: true, isSurveyed: false },
  { isDrawn: false, isSurveyed: true },
];

/**
 * Locates some sessions of each of these sites, of either kind.
 * @param folder the recordings; null: only the scenario of ESPresense companion is there
 */
export function constantRun(folder: string | null, only: readonly string[], sessions: number): ConstantFigures {
  const sites = folder === null ? [espresenseSite()] : measuredSites(folder, only);
  const hash = createHash("sha256");
  const rows = sites.flatMap((site) => {
    // A map's fit takes the cube of its points: of tetam's 27, 21 are left, just enough for every level.
    const survey = site.survey.filter((_, nth) => nth % 4 < 3);
    const some = { ...site, survey, test: someOf(site, sessions) };
    return WAYS.filter(({ isSurveyed }) => !isSurveyed || site.survey.length > 0).flatMap((way) =>
      locateSite(some, way).map((located) => {
        hash.update(JSON.stringify(located));
        return rowOf(located, some);
      }),
    );
  });
  return { hash: hash.digest("hex"), rows };
}

function rowOf({ live }: LocatedKind, site: MeasuredSite): ConstantFigures["rows"][number] {
  const { medianM, p90M, within68 } = fixErrors(live, site);
  const saysMoving = live.filter(({ fix }) => fix.moving === true).length / live.length;
  return { medianM, p90M, within68: within68 ?? 0, saysMoving };
}

/** So many sessions of either kind, spread evenly. */
function someOf({ test, moves }: MeasuredSite, sessions: number): MeasuredSite["test"] {
  return [true, false].flatMap((isMoving) => {
    const own = test.filter(({ tagId }) => moves(tagId) === isMoving);
    const step = Math.max(1, own.length / sessions);
    return own.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  });
}
