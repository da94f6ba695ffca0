import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Fix } from "@pulse/positioning/fix/fix";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Point } from "@pulse/positioning/model/outline";
import { smoothTrack } from "@pulse/positioning/smooth/smoothTrack";
import { calibrateSite } from "@pulse/cli/locate/calibrateSite";
import { quantile, truthAt } from "@pulse/cli/locate/evaluate";
import { locateSessions, type TagFix } from "@pulse/cli/locate/locateSessions";
import type { MeasuredSite } from "./measuredSite.ts";
import { spreadGateways, withGateways } from "./measuredSites.ts";
import { lawOf, PLAIN_LAW, plainGrid } from "./plainGrid.ts";
import { SETTINGS } from "./settings.ts";
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

/** Errors in metres, and shares of 0–1 of the truth within the stated circles (null: the method states none). */
export interface Errors {
  medianM: number;
  p90M: number;
  within68: number | null;
  within95: number | null;
}

/** One way to use one site, located by everything that is compared there. */
export interface SiteRow {
  site: string;
  kind: "moving" | "still";
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

/** Gateways left on a site, as far apart as they are, besides all of them. */
const FEWER = [4, 3];

/** Each row of a site: with its outline and without, all gateways and fewer, surveyed and not. */
export function* siteRows(site: MeasuredSite): Generator<SiteRow> {
  const counts = [site.anchors.length, ...FEWER.filter((count) => count < site.anchors.length)];
  for (const count of counts) {
    const some = count < site.anchors.length ? withGateways(site, spreadGateways(site.anchors, count)) : site;
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
  const floors = isDrawn ? [{ id: anchors[0]!.floor, level: 0, elevationM: 0, outline: site.outline }] : [];
  const modelWith = (calibration: Calibration | null): SiteModel =>
    buildSiteModel({ anchors, floors, settings: SETTINGS, calibration });
  const calibration = isSurveyed ? calibrateSite(modelWith, site.survey, truth).calibration : null;
  const fixes = locateSessions(site.test, { modelWith, calibration, intervalMs: 1000 });
  const tracks = [...Map.groupBy(fixes, ({ tagId }) => tagId)];
  const survey = isSurveyed ? fingerprintsOf(site.survey, truth, moves) : [];
  for (const kind of KINDS) {
    const own = tracks.filter(([tagId]) => kindOf(site, tagId) === kind);
    if (!own.length) continue;
    const live = own.flatMap(([, track]) => track);
    const later = own.flatMap(([tagId, track]) => smoothedTrack(modelWith(calibration), tagId, track));
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
      smoothed: fixErrors(later, site),
      fingerprints: survey.length
        ? errorsOf(windows.map((one) => ({ at: nearestFingerprints(one.levels, survey, anchors), truth: one })))
        : null,
      ...plain(kind, windows),
    };
  }
}

const KINDS = ["still", "moving"] as const;

function kindOf({ moves }: MeasuredSite, tagId: string): SiteRow["kind"] {
  return moves(tagId) ? "moving" : "still";
}

/** What needs no survey, located once for a site's rows with the same outline: their windows are the same. */
function plainMethods({ anchors }: MeasuredSite, outline: readonly Point[] | null) {
  const known = new Map<string, Record<"nearest" | "centroid" | "grid" | "oracle", Errors>>();
  return (kind: SiteRow["kind"], windows: readonly Fingerprint[]) => {
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

function smoothedTrack(model: SiteModel, tagId: string, track: readonly TagFix[]): TagFix[] {
  const fixes = smoothTrack(
    model,
    track.map(({ fix }) => fix),
  );
  return fixes.map((fix) => ({ tagId, fix }));
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

function fixErrors(fixes: readonly TagFix[], { truth }: MeasuredSite): Errors {
  return errorsOf(
    fixes.flatMap(({ tagId, fix }) => {
      const at = truthAt(truth.get(tagId) ?? [], fix.atMs);
      return at ? [{ at: fix, truth: at, fix }] : [];
    }),
  );
}

function errorsOf(located: readonly { at: Point; truth: Point; fix?: Fix }[]): Errors {
  const errors = located.map(({ at, truth }) => Math.hypot(at.x - truth.x, at.y - truth.y));
  const sorted = errors.toSorted((a, b) => a - b);
  const share = (radiusM: (fix: Fix) => number): number | null =>
    located[0]?.fix ? located.filter(({ fix }, i) => errors[i]! <= radiusM(fix!)).length / located.length : null;
  return {
    medianM: quantile(sorted, 0.5),
    p90M: quantile(sorted, 0.9),
    within68: share(({ accuracyM }) => accuracyM),
    within95: share(({ accuracyOuterM }) => accuracyOuterM),
  };
}
