import {
  type CalibrationPoint,
  type fitCalibration,
  type NewCalibrationPoint,
  type SiteCalibration,
  walkTestLimits,
} from "@pulse/contract/calibration";
import type { z } from "zod";
import { AppError } from "@pulse/contract/errors";
import { usablePoints } from "@pulse/positioning/learn/calibrate";
import type { LabelledSnapshot } from "@pulse/positioning/learn/labelled";
import { surveyedAnchors } from "@pulse/positioning/model/siteModel";
import { v7 as uuidv7 } from "uuid";
import { changesBetween } from "../audit/changesBetween.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { servedDb, servedMetres, servedRatio, servedShare } from "../servedDigits.ts";
import type { WriteRecord, Writing } from "../writes/record.ts";
import type { Write } from "../writes/write.ts";
import { type BeaconLevels, beaconLevels } from "./beaconLevels.ts";
import type { CalibrationRow, CalibrationsRepository, PointRow } from "./calibrations.repository.ts";
import type { Fitter } from "./fitter.ts";
import { alreadyFixed, checkPlace, refused, spanOf } from "./newPoint.ts";
import { stillValid, toStore } from "./storedCalibration.ts";
import { bucketSpan, heardAt, type HeardAtPoint } from "./walkTest.ts";

export type CalibrationService = ReturnType<typeof calibrationService>;

/** Only the last minutes of a reference beacon are used. */
const beaconMs = 10 * 60_000;
/** With fewer points, held-back ones could not confirm anything. */
const { leastPoints } = walkTestLimits;

/** A site's calibration: its versions, the points of walk tests, fitting them, and going back. */
export function calibrationService(parts: {
  calibrations: CalibrationsRepository;
  sites: Pick<SiteModels, "of">;
  fitter: Fitter;
  now(): number;
  flushSightings(): Promise<void>;
  /** Reference beacons have come or gone. */
  beaconsChanged(): Promise<void>;
}) {
  const { calibrations, now } = parts;

  const state = async (siteId: string, trx?: Writing): Promise<SiteCalibration> => {
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
  const heardBetween = async (trackerId: string, startMs: number, endMs: number): Promise<HeardAtPoint> => {
    await parts.flushSightings();
    const { from, to } = bucketSpan(startMs, endMs);
    return heardAt(await calibrations.sightings(trackerId, from, to), startMs, endMs);
  };
  const snapshotOf = async (site: LiveSite, point: PointRow): Promise<LabelledSnapshot> => {
    const told = point.end_at ? point.heard : await heardBetween(point.tracker_id, now() - beaconMs, now());
    const { x, y } = site.frame.toLocal({ lat: point.lat, lon: point.lon });
    return { tagId: point.id, x, y, floor: point.floor_id, ...told };
  };

  /** What people can change: which version a site uses, and whether it goes on learning. */
  const inUse = async (siteId: string, trx: Writing) => ({
    calibrationVersion: (await calibrations.versions(siteId, trx)).find((row) => row.active)?.version ?? null,
    selfCalibrating: await calibrations.selfCalibrating(siteId, trx),
  });
  /** Runs `act` and records what it changes about the version in use. */
  const changingUse = async <T>(trx: Writing, site: LiveSite, act: () => Promise<T>) => {
    const before = await inUse(site.id, trx);
    const result = await act();
    const changes = changesBetween(before, await inUse(site.id, trx));
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
      if (!tracker) throw refused("tracker_id", "There is no such tracker at this site");
      const heard = endMs === null ? { heard: [], live: [] } : await heardBetween(tracker.id, startMs, endMs);
      const floorOf = new Map(site.plan.anchors.map((anchor) => [anchor.id, anchor.floor]));
      if (endMs !== null && !heard.heard.some(({ anchorId }) => floorOf.get(anchorId) === point.floorId))
        throw refused("tracker_id", "No gateway on this floor heard the tracker in that time");
      const row = {
        id: uuidv7({ msecs: now() }),
        site_id: siteId,
        floor_id: point.floorId,
        tracker_id: tracker.id,
        lat: point.lat,
        lon: point.lon,
        start_at: new Date(startMs),
        end_at: endMs === null ? null : new Date(endMs),
        heard,
        created_by: write.viewer.email,
      };
      const found = { off_since: null, off_m: null };
      const made = {
        ...row,
        ...found,
        created_at: new Date(now()),
        tracker_name: tracker.name,
        tracker_type: tracker.type,
      };
      const added = await write.commit(async (trx) => {
        const fixed = endMs === null ? await calibrations.fixedAt(trx, tracker.id) : undefined;
        if (fixed) throw alreadyFixed(tracker.name, fixed);
        await calibrations.addPoint(trx, row);
        return { content: pointView(made, null), records: [recordOf("create", site, pointEntity(made))] };
      });
      if (endMs === null) await parts.beaconsChanged();
      return added;
    },

    removePoint: async (write: Write<SiteCalibration>, siteId: string, pointId: string): Promise<SiteCalibration> => {
      const site = await siteOf(siteId);
      return write.commit(async (trx) => {
        const known = (await calibrations.points(siteId, trx)).find(({ id }) => id === pointId);
        if (!known || !(await calibrations.removePoint(trx, siteId, pointId))) throw new AppError("not_found");
        return { content: await state(siteId, trx), records: [recordOf("delete", site, pointEntity(known))] };
      });
    },

    fit: async (write: Write<FitAnswer>, siteId: string): Promise<FitAnswer> => {
      const site = await siteOf(siteId);
      const points = await calibrations.points(siteId);
      const told = await Promise.all(points.map((point) => snapshotOf(site, point)));
      const snapshots = usablePoints(told, hangingIn(site));
      const heardPoints = snapshots.length;
      const notTaken = async (cause: NonNullable<FitAnswer["cause"]>, reason: string) =>
        write.unchanged({ taken: false, reason, cause, heardPoints, calibration: await state(siteId) });
      if (heardPoints < leastPoints)
        return notTaken(
          "few_points",
          `A fit takes at least ${leastPoints} points at which a gateway on their own floor heard the tracker; there are ${heardPoints}`,
        );
      // The new fit must not be compared with an earlier survey, which has seen the points that are held back.
      const ofTraffic = await calibrations.newestOfTraffic(siteId);
      const present = ofTraffic ? stillValid(ofTraffic.data, site.plan) : null;
      const fitted = await parts.fitter.fit({ kind: "survey", plan: site.plan, snapshots, present });
      if (!fitted)
        return notTaken(
          "no_better",
          "On points held back the fit was no better than what the site has without a survey",
        );
      const makes = points.filter((point) => snapshots.some(({ tagId }) => tagId === point.id));
      const calibration = { ...fitted, surveyedModels: [...new Set(makes.map((point) => point.tracker_type))] };
      return write.commit(async (trx) => {
        const { result: version, record } = await changingUse(trx, site, () =>
          calibrations.take(trx, {
            site_id: siteId,
            level: fitted.level === 3 ? 3 : 2,
            source: "survey",
            data: toStore(calibration, site.plan),
            held_back: { heldBack: fitted.heldBack ?? null },
            created_by: write.viewer.email,
          }),
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
        if (!found) throw refused("version", "This site has no such version");
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

/** The gateways that a survey is fitted to: mobile ones may be elsewhere the next time. */
function hangingIn({ model, mobile }: LiveSite) {
  return surveyedAnchors(model).filter(({ id }) => !mobile.unplaced.has(id));
}

const pointEntity = ({ id, tracker_name: name }: PointRow) => ({ kind: "calibration_point", id, name });

function versionView(row: CalibrationRow): SiteCalibration["versions"][number] {
  const { exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb } = row.data.calibration;
  const { heldBack, evidence } = row.held_back;
  return {
    version: row.version,
    level: row.level,
    source: row.source,
    active: row.active,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    exponent: servedRatio(exponent),
    powerShiftDb: servedDb(powerShiftDb),
    shadowSdDb: servedDb(shadowSdDb),
    tagOffsetSdDb: servedDb(tagOffsetSdDb),
    heldBack: heldBack ? { ...heldBack, before: errorView(heldBack.before), after: errorView(heldBack.after) } : null,
    evidence: evidence
      ? { ...evidence, before: servedShare(evidence.before), after: servedShare(evidence.after) }
      : null,
  };
}

type HeldBackError = NonNullable<SiteCalibration["versions"][number]["heldBack"]>["before"];

function errorView({ meanM, medianM, p90M }: HeldBackError): HeldBackError {
  return { meanM: servedMetres(meanM), medianM: servedMetres(medianM), p90M: servedMetres(p90M) };
}

function pointView(row: PointRow, levels: BeaconLevels | null): CalibrationPoint {
  return {
    id: row.id,
    floorId: row.floor_id,
    lat: row.lat,
    lon: row.lon,
    trackerId: row.tracker_id,
    trackerName: row.tracker_name,
    trackerType: row.tracker_type,
    start: row.start_at.toISOString(),
    end: row.end_at?.toISOString() ?? null,
    gateways: row.heard.heard.length,
    packets: row.heard.heard.reduce((sum, { packets }) => sum + packets, 0),
    createdAt: row.created_at.toISOString(),
    drift: row.off_since && {
      since: row.off_since.toISOString(),
      offM: servedMetres(row.off_m ?? 0),
      cause: levels?.causeOf(row) ?? null,
    },
  };
}
