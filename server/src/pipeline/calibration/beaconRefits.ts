import { walkTestLimits } from "@pulse/contract/calibration";
import type { SiteModels } from "../locate/siteModels.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { CalibrationsRepository } from "./calibrations.repository.ts";
import type { Fitter } from "./fitter.ts";
import { ownVersionRecords } from "./selfCalibration.ts";
import { type Surveys, surveyVersion } from "./surveys.ts";

/**
 * Fits the sites that learn automatically to their points again, as people can, since what reference beacons heard is
 * new each time. Returns when all sites had their turn.
 */
export function beaconRefits(parts: {
  calibrations: Pick<CalibrationsRepository, "sitesToRefit" | "insertVersion">;
  sites: Pick<SiteModels, "of">;
  surveys: Pick<Surveys, "of">;
  fitter: Fitter;
  unit: Pick<UnitOfWork, "commitAsSystem">;
  problem(error: unknown): void;
}): (signal: AbortSignal) => Promise<void> {
  const { calibrations, sites, surveys, fitter, unit } = parts;

  const refit = async (siteId: string): Promise<void> => {
    const site = await sites.of(siteId);
    if (!site) return;
    const { snapshots, types, hasBeacon } = await surveys.of(site);
    if (!hasBeacon || snapshots.length < walkTestLimits.minPoints) return;
    // A survey in use has seen the points that are held back here, so only a clear change beats it.
    const present = site.model.calibration;
    const fitted = await fitter.fitSurvey({ plan: site.plan, snapshots, present });
    // Levels are compared by posteriors' means; here the places that are shown have to be better as well.
    if (!fitted?.heldBack || fitted.heldBack.after.meanM >= fitted.heldBack.before.meanM) return;
    await unit.commitAsSystem(async (trx) => {
      const version = surveyVersion(site, fitted, types, "Pulse");
      const storedVersion = await calibrations.insertVersion(trx, version, present?.version ?? null);
      return storedVersion === null ? null : { records: ownVersionRecords(site, storedVersion), inAudit: true };
    });
  };

  return async (signal) => {
    for (const siteId of await calibrations.sitesToRefit()) {
      if (signal.aborted) return;
      try {
        await refit(siteId);
      } catch (error) {
        // The next site may fare better.
        if (!signal.aborted) parts.problem(error);
      }
    }
  };
}
