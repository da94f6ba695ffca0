import {
  type CalibrationPoint,
  type fitCalibration,
  type NewCalibrationPoint,
  type SiteCalibration,
  walkTestLimits,
} from "@pulse/contract/calibration";
import type { z } from "zod";
import { AppError } from "@pulse/contract/errors";
import { v7 as uuidv7 } from "uuid";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import { beaconLevels } from "./beaconLevels.ts";
import { pointView, versionView } from "./calibrationViews.ts";
import type { CalibrationsRepository, PointRow } from "./calibrations.repository.ts";
import type { Fitter } from "./fitter.ts";
import { alreadyFixedRefusal, checkPlace, invalidParameter, spanOf } from "./newPoint.ts";
import { placesIn, validCalibration } from "./storedCalibration.ts";
import { surveyVersion, type Surveys } from "./surveys.ts";

export type CalibrationService = ReturnType<typeof calibrationService>;

/** With fewer points, held-back ones could not confirm anything. */
const { minPoints } = walkTestLimits;

/** A site's calibration: its versions, the points of walk tests, fitting them, and going back. */
export function calibrationService(parts: {
  calibrations: CalibrationsRepository;
  sites: Pick<SiteModels, "of">;
  fitter: Fitter;
  surveys: Surveys;
  now(): number;
  /** Reference beacons have come or gone. */
  beaconsChanged(): Promise<void>;
}) {
  const { calibrations, surveys, now } = parts;

  const state = async (siteId: string, trx?: WriteTransaction): Promise<SiteCalibration> => {
    const versions = await calibrations.versions(siteId, trx);
    const active = versions.find((row) => row.active);
    const points = await calibrations.points(siteId, trx);
    const levels = await beaconLevels(calibrations, points, now(), trx);
    return {
      level: active?.level ?? 0,
      activeVersion: active?.version ?? null,
      selfCalibrating: await calibrations.selfCalibrating(siteId, trx),
      versions: versions.map(versionView),
      points: points.map((point) => pointView(point, levels)),
      changedGateways: levels.changedGateways,
    };
  };
  const siteOf = async (siteId: string): Promise<LiveSite> => {
    const site = await parts.sites.of(siteId);
    if (!site) throw new AppError("not_found");
    return site;
  };

  /** What people can change: which version a site uses, and whether it goes on learning. */
  const inUse = async (siteId: string, trx: WriteTransaction) => ({
    calibrationVersion: (await calibrations.versions(siteId, trx)).find((row) => row.active)?.version ?? null,
    selfCalibrating: await calibrations.selfCalibrating(siteId, trx),
  });
  /** Runs `act` and records what it changes about the version in use. */
  const changingUse = async <T>(trx: WriteTransaction, site: LiveSite, act: () => Promise<T>) => {
    const previous = await inUse(site.id, trx);
    const result = await act();
    const changes = changesBetween(previous, await inUse(site.id, trx));
    return { result, record: recordOf("update", site, { kind: "site", id: site.id, name: site.name }, changes) };
  };

  return {
    state,

    addPoint: async (
      write: Write<CalibrationPoint>,
      siteId: string,
      point: NewCalibrationPoint,
    ): Promise<CalibrationPoint> => {
      const site = await siteOf(siteId);
      const { startMs, endMs } = spanOf(point, now());
      checkPlace(site, point);
      const tracker = await calibrations.tracker(siteId, point.trackerId);
      if (!tracker) throw invalidParameter("tracker_id", "There is no such tracker at this site");
      const sightings =
        endMs === null ? { heard: [], live: [] } : await surveys.sightingsBetween(siteId, tracker.id, startMs, endMs);
      const floorOf = new Map(site.plan.anchors.map((anchor) => [anchor.id, anchor.floor]));
      if (endMs !== null && !sightings.heard.some(({ anchorId }) => floorOf.get(anchorId) === point.floorId))
        throw invalidParameter("tracker_id", "No gateway on this floor heard the tracker in that time");
      const row = {
        id: uuidv7({ msecs: now() }),
        site_id: siteId,
        floor_id: point.floorId,
        tracker_id: tracker.id,
        lat: point.lat,
        lon: point.lon,
        start_at: new Date(startMs),
        end_at: endMs === null ? null : new Date(endMs),
        heard: endMs === null ? sightings : { ...sightings, ...placesIn(site.plan) },
        created_by: write.viewer.email,
      };
      const offState = { off_since: null, off_m: null };
      const created = {
        ...row,
        ...offState,
        created_at: new Date(now()),
        tracker_name: tracker.name,
        tracker_type: tracker.type,
      };
      const added = await write.commit(async (trx) => {
        const fixed = endMs === null ? await calibrations.fixedAt(trx, tracker.id) : undefined;
        if (fixed) throw alreadyFixedRefusal(tracker.name, fixed);
        await calibrations.addPoint(trx, row);
        return { content: pointView(created, null), records: [recordOf("create", site, pointEntity(created))] };
      });
      if (endMs === null) await parts.beaconsChanged();
      return added;
    },

    removePoint: async (write: Write<SiteCalibration>, siteId: string, pointId: string): Promise<SiteCalibration> => {
      const site = await siteOf(siteId);
      return write.commit(async (trx) => {
        const stored = (await calibrations.points(siteId, trx)).find(({ id }) => id === pointId);
        if (!stored || !(await calibrations.removePoint(trx, siteId, pointId))) throw new AppError("not_found");
        return { content: await state(siteId, trx), records: [recordOf("delete", site, pointEntity(stored))] };
      });
    },

    fit: async (write: Write<FitAnswer>, siteId: string): Promise<FitAnswer> => {
      const site = await siteOf(siteId);
      const { snapshots, types } = await surveys.of(site);
      const heardPoints = snapshots.length;
      const notTaken = async (cause: NonNullable<FitAnswer["cause"]>, reason: string) =>
        write.unchanged({ taken: false, reason, cause, heardPoints, calibration: await state(siteId) });
      if (heardPoints < minPoints)
        return notTaken(
          "few_points",
          `A fit takes at least ${minPoints} points at which a gateway on their own floor heard the tracker; there are ${heardPoints}`,
        );
      // The new fit must not be compared with an earlier survey, which has seen the points that are held back.
      const ofTraffic = await calibrations.newestOfTraffic(siteId);
      const present = ofTraffic ? validCalibration(ofTraffic.data, site.plan) : null;
      const fitted = await parts.fitter.fitSurvey({ plan: site.plan, snapshots, present });
      if (!fitted)
        return notTaken(
          "no_better",
          "On points held back the fit was no better than what the site has without a survey",
        );
      return write.commit(async (trx) => {
        const { result: version, record } = await changingUse(trx, site, () =>
          calibrations.insertVersion(trx, surveyVersion(site, fitted, types, write.viewer.email)),
        );
        if (version === null) throw new AppError("not_found");
        const answer = { taken: true, reason: "Better on points held back", cause: null, heardPoints };
        return { content: { ...answer, calibration: await state(siteId, trx) }, records: [record] };
      });
    },

    use: async (
      write: Write<SiteCalibration>,
      siteId: string,
      version: number | null,
      selfCalibrating: boolean,
    ): Promise<SiteCalibration> => {
      const site = await siteOf(siteId);
      return write.commit(async (trx) => {
        const { result: found, record } = await changingUse(trx, site, () =>
          calibrations.use(trx, siteId, version === 0 ? null : version, selfCalibrating),
        );
        if (!found) throw invalidParameter("version", "This site has no such version");
        return { content: await state(siteId, trx), records: [record] };
      });
    },
  };
}

type FitAnswer = z.infer<(typeof fitCalibration)["content"]>;

function recordOf(
  action: WriteRecord["action"],
  site: LiveSite,
  entity: WriteRecord["entity"],
  changes: NonNullable<WriteRecord["changes"]> = [],
): WriteRecord {
  return { kind: "calibration", action, customerId: site.customerId, siteId: site.id, entity, changes };
}

const pointEntity = ({ id, tracker_name: name }: PointRow) => ({ kind: "calibration_point", id, name });
