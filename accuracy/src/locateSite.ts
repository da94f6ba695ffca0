import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Mechanism } from "@pulse/positioning/model/mechanisms";
import { smoothTrack } from "@pulse/positioning/smooth/smoothTrack";
import { calibrateSite } from "@pulse/cli/locate/calibrateSite";
import { locateSessions, type TagFix } from "@pulse/cli/locate/locateSessions";
import type { MeasuredSite } from "./measuredSite.ts";
import { spreadGateways, withGateways } from "./measuredSites.ts";
import { SETTINGS } from "./settings.ts";

/** Whether the tags of a session walk or stand. */
export type SessionKind = "moving" | "still";

/** All fixes of the sessions of one kind, live, and smoothed as in history. */
export interface LocatedKind {
  kind: SessionKind;
  live: TagFix[];
  smoothed: TagFix[];
}

const KINDS: readonly SessionKind[] = ["still", "moving"];
/** Gateways left on a site, as far apart as they are, besides all of them. */
const FEWER = [4, 3];

/** A site with all of its gateways, with four of them and with three, as far as it has more. */
export function sitesWithFewer(site: MeasuredSite): MeasuredSite[] {
  const fewer = FEWER.filter((count) => count < site.anchors.length);
  return [site, ...fewer.map((count) => withGateways(site, spreadGateways(site.anchors, count)))];
}

/**
 * Locates a site's sessions with its outline or without, surveyed or not.
 * @param without parts of the engine that are left out
 */
export function locateSite(
  site: MeasuredSite,
  { isDrawn, isSurveyed }: { isDrawn: boolean; isSurveyed: boolean },
  without: readonly Mechanism[] = [],
): LocatedKind[] {
  const { anchors, truth, moves } = site;
  const floors = isDrawn ? [{ id: anchors[0]!.floor, level: 0, elevationM: 0, outline: site.outline }] : [];
  const modelWith = (calibration: Calibration | null): SiteModel =>
    buildSiteModel({ anchors, floors, settings: SETTINGS, calibration, without });
  const calibration = isSurveyed ? calibrateSite(modelWith, site.survey, truth).calibration : null;
  const fixes = locateSessions(site.test, { modelWith, calibration, intervalMs: 1000 });
  const model = modelWith(calibration);
  return KINDS.flatMap((kind) => {
    const live = fixes.filter(({ tagId }) => moves(tagId) === (kind === "moving"));
    if (live.length === 0) return [];
    const tracks = Map.groupBy(live, ({ tagId }) => tagId);
    return [{ kind, live, smoothed: [...tracks].flatMap(([tagId, track]) => smoothedTrack(model, tagId, track)) }];
  });
}

function smoothedTrack(model: SiteModel, tagId: string, track: readonly TagFix[]): TagFix[] {
  const fixes = smoothTrack(
    model,
    track.map(({ fix }) => fix),
  );
  return fixes.map((fix) => ({ tagId, fix }));
}
