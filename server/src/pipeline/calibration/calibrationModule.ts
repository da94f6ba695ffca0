import type { Kysely } from "kysely";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { SiteTraffic } from "../locate/trafficSamples.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import { type CalibrationService, calibrationService } from "./calibration.service.ts";
import { type BeaconWatch, beaconWatch } from "./beaconWatch.ts";
import { beaconRefits } from "./beaconRefits.ts";
import { calibrationsRepository } from "./calibrations.repository.ts";
import { fitter } from "./fitter.ts";
import { selfCalibration } from "./selfCalibration.ts";
import { surveys } from "./surveys.ts";

export interface CalibrationModule {
  service: CalibrationService;
  /** Fits a site to what it has heard, in the background. */
  learn(site: LiveSite, traffic: SiteTraffic): void;
  /** Stores and reports which reference beacons are no longer found at their places, and which are back. */
  watchBeacons: BeaconWatch["turn"];
  /** Fits sites with reference beacons to their points again. */
  refit(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Joins the two ways in which a site learns about its radio: by itself, and by walk tests. */
export function calibrationModule(parts: {
  db: Kysely<Database>;
  bus: Bus;
  unit: UnitOfWork;
  sites: Pick<SiteModels, "of">;
  /** Writes what gateways of a site have heard so far. */
  flushSightings(siteId: string): Promise<void>;
  /** Whether this process works on a tracker of a site. */
  hasTracker(siteId: string, trackerId: string): boolean;
  now(): number;
  problem(error: unknown): void;
}): CalibrationModule {
  const { db, unit, sites, now } = parts;
  const calibrations = calibrationsRepository(db);
  const fits = fitter();
  const beacons = beaconWatch({ ...parts, calibrations });
  const learnFrom = selfCalibration({ calibrations, sites, fitter: fits, unit });
  const surveyed = surveys({ ...parts, calibrations });
  let closing = false;
  return {
    service: calibrationService({
      calibrations,
      sites,
      fitter: fits,
      surveys: surveyed,
      now,
      beaconsChanged: beacons.turn,
    }),
    watchBeacons: beacons.turn,
    refit: beaconRefits({ ...parts, calibrations, surveys: surveyed, fitter: fits }),
    learn: (site, traffic) => {
      learnFrom(site, traffic).catch((error: unknown) => {
        if (!closing) parts.problem(error);
      });
    },
    close: () => {
      closing = true;
      beacons.close();
      return fits.close();
    },
  };
}
