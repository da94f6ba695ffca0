import type { Point } from "@pulse/positioning/model/outline";
import { truthAt } from "@pulse/cli/locate/evaluate";
import type { TagFix } from "@pulse/cli/locate/locateSessions";
import { locateSite, type SessionKind, sitesWithFewer } from "./locateSite.ts";
import type { MeasuredSite } from "./measuredSite.ts";
import { lawOf, PLAIN_LAW, plainGrid } from "./plainGrid.ts";
import { type Errors, errorsOf, fixErrors } from "./siteErrors.ts";
import {
  type Fingerprint,
  fingerprintsOf,
  type Levels,
  levelsUntil,
  MOVING_WINDOW_MS,
  nearestFingerprints,
  nearestGateway,
  STILL_WINDOW_MS,
  weightedCentroid,
} from "./simpleLocators.ts";

/** One way to use one site, located by everything that is compared there. */
export interface SiteRow {
  site: string;
  kind: SessionKind;
  gateways: number;
  isDrawn: boolean;
  isSurveyed: boolean;
  fixes: number;
  /** Share of fixes that say: moving, standing; the rest says neither. */
  saysMoving: number;
  saysStill: number;
  pulse: Errors;
  smoothed: Errors;
  nearest: Errors;
  centroid: Errors;
  fingerprints: Errors | null;
  grid: Errors;
  oracle: Errors;
}

/** Each row of a site: with its outline and without, all gateways and fewer, surveyed and not. */
export function* siteRows(site: MeasuredSite): Generator<SiteRow> {
  for (const some of sitesWithFewer(site)) {
    for (const isDrawn of [false, true]) {
      const plain = plainMethods(some, isDrawn ? site.outline : null);
      for (const isSurveyed of site.survey.length ? [false, true] : [false])
        yield* rowsOf(some, isDrawn, isSurveyed, plain);
    }
  }
}

type Plain = ReturnType<typeof plainMethods>;

function* rowsOf(site: MeasuredSite, isDrawn: boolean, isSurveyed: boolean, plain: Plain): Generator<SiteRow> {
  const { anchors, truth, moves } = site;
  const survey = isSurveyed ? fingerprintsOf(site.survey, truth, moves) : [];
  for (const { kind, live, smoothed } of locateSite(site, { isDrawn, isSurveyed })) {
    const windows = windowsOf(site, live);
    yield {
      site: site.name,
      kind,
      gateways: anchors.length,
      isDrawn,
      isSurveyed,
      fixes: windows.length,
      saysMoving: live.filter(({ fix }) => fix.moving === true).length / live.length,
      saysStill: live.filter(({ fix }) => fix.moving === false).length / live.length,
      pulse: fixErrors(live, site),
      smoothed: fixErrors(smoothed, site),
      fingerprints: survey.length
        ? errorsOf(windows.map((one) => ({ at: nearestFingerprints(one.levels, survey, anchors), truth: one })))
        : null,
      ...plain(kind, windows),
    };
  }
}

/** What needs no survey, located once for a site's rows with the same outline: their windows are the same. */
function plainMethods({ anchors }: MeasuredSite, outline: readonly Point[] | null) {
  const known = new Map<SessionKind, Record<"nearest" | "centroid" | "grid" | "oracle", Errors>>();
  return (kind: SessionKind, windows: readonly Fingerprint[]) => {
    const before = known.get(kind);
    if (before) return before;
    const by = (locate: (levels: Levels) => Point): Errors =>
      errorsOf(windows.map((one) => ({ at: locate(one.levels), truth: one })));
    const errors = {
      nearest: by((levels) => nearestGateway(levels, anchors)),
      centroid: by((levels) => weightedCentroid(levels, anchors)),
      grid: by(plainGrid(anchors, outline, PLAIN_LAW)),
      oracle: by(plainGrid(anchors, outline, lawOf(windows, anchors, outline))),
    };
    known.set(kind, errors);
    return errors;
  };
}

/** What the plain methods are given at each fix that has a truth. */
function windowsOf({ test, truth, moves }: MeasuredSite, fixes: readonly TagFix[]): Fingerprint[] {
  const sessions = new Map(test.map((session) => [session.tagId, session]));
  return fixes.flatMap(({ tagId, fix }) => {
    const at = truthAt(truth.get(tagId) ?? [], fix.atMs);
    if (!at) return [];
    const windowMs = moves(tagId) ? MOVING_WINDOW_MS : STILL_WINDOW_MS;
    return [{ x: at.x, y: at.y, levels: levelsUntil(sessions.get(tagId)!, fix.atMs, windowMs) }];
  });
}
