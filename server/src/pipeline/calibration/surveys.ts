import { isFitted } from "@pulse/contract/calibration";
import { usablePoints } from "@pulse/positioning/learn/calibrateFromSurvey";
import type { LabelledSnapshot } from "@pulse/positioning/learn/labelledSnapshot";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { LiveSite } from "../locate/liveSite.ts";
import { beaconLevels } from "./beaconLevels.ts";
import { pointView } from "./calibrationViews.ts";
import type { CalibrationsRepository, NewVersion, PointRow } from "./calibrations.repository.ts";
import { movedSince, toStore } from "./storedCalibration.ts";
import { bucketSpan, pointSightings, type PointSightings } from "./walkTest.ts";

/** What a site's points have heard, as a fit uses it. */
export interface Surveyed {
  snapshots: LabelledSnapshot[];
  /** The types of the trackers at these points. */
  types: string[];
  /** Whether a reference beacon is one of them. */
  hasBeacon: boolean;
}

export type Surveys = ReturnType<typeof surveys>;

/** Only the last minutes of a reference beacon are used. */
const beaconMs = 10 * 60_000;

/** Reads what was heard at the points of a site. */
export function surveys(parts: {
  calibrations: Pick<CalibrationsRepository, "points" | "levels" | "sightings">;
  /** Writes what gateways of a site have heard so far. */
  flushSightings(siteId: string): Promise<void>;
  now(): number;
}) {
  const { calibrations, now } = parts;

  const sightingsBetween = async (
    siteId: string,
    trackerId: string,
    startMs: number,
    endMs: number,
  ): Promise<PointSightings> => {
    await parts.flushSightings(siteId);
    const { from, to } = bucketSpan(startMs, endMs);
    return pointSightings(await calibrations.sightings(trackerId, from, to), startMs, endMs);
  };
  const snapshotOf = async (site: LiveSite, point: PointRow): Promise<LabelledSnapshot> => {
    const { heard, live } = point.end_at
      ? validSightings(point, site)
      : await sightingsBetween(site.id, point.tracker_id, now() - beaconMs, now());
    const { x, y } = site.frame.toLocal({ lat: point.lat, lon: point.lon });
    return { tagId: point.id, x, y, floor: point.floor_id, heard, live };
  };

  return {
    sightingsBetween,

    /** The points that a fit can use. */
    of: async (site: LiveSite): Promise<Surveyed> => {
      await parts.flushSightings(site.id);
      const points = await calibrations.points(site.id);
      const levels = await beaconLevels(calibrations, points, now());
      const fitted = points.filter((point) => isFitted(pointView(point, levels)));
      const surveyed = await Promise.all(fitted.map((point) => snapshotOf(site, point)));
      const snapshots = usablePoints(surveyed, hangingIn(site));
      const used = fitted.filter(({ id }) => snapshots.some(({ tagId }) => tagId === id));
      return {
        snapshots,
        types: [...new Set(used.map((point) => point.tracker_type))],
        hasBeacon: used.some((point) => point.end_at === null),
      };
    },
  };
}

/** A fit to points as a new version of the site's calibration. */
export function surveyVersion(
  site: LiveSite,
  fitted: Calibration,
  types: readonly string[],
  createdBy: string,
): NewVersion {
  return {
    site_id: site.id,
    level: fitted.level === 3 ? 3 : 2,
    source: "survey",
    data: toStore({ ...fitted, surveyedModels: [...types] }, site.plan),
    held_back: { heldBack: fitted.heldBack ?? null },
    created_by: createdBy,
  };
}

/** What was heard at a point of a walk test by gateways that are still where they were then. */
function validSightings({ heard: { heard, live, places, origin } }: PointRow, { plan }: LiveSite): PointSightings {
  // Points of earlier releases do not say where the gateways were.
  if (!places) return { heard, live };
  const moved = movedSince({ places, ...(origin && { origin }) }, plan);
  const isUnmoved = ({ anchorId }: { anchorId: string }): boolean => !moved.has(anchorId);
  return { heard: heard.filter(isUnmoved), live: live.filter(isUnmoved) };
}

/** The gateways that a survey is fitted to: mobile ones may be elsewhere the next time. */
function hangingIn({ model, mobile }: LiveSite) {
  return [...model.anchors.values()].filter(({ id }) => !mobile.unplaced.has(id));
}
