import type { Kysely } from "kysely";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database/schema.ts";
import { type CalibrationModule, calibrationModule } from "../calibration/calibrationModule.ts";
import type { CalibrationService } from "../calibration/calibration.service.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import type { DeviceRegistry } from "../ingest/deviceRegistry.ts";
import type { Lifecycle } from "../../platform/runtime/lifecycle.ts";
import { stalenessReason } from "../../platform/runtime/refresher.ts";
import type { Readiness } from "../../platform/health/readiness.ts";
import type { LogLease } from "../ingest/logLease.ts";
import { borrowedSites } from "./borrowedSites.ts";
import { type ExplainService, explainService } from "./explain.service.ts";
import { explainAnswer } from "./explainAnswer.ts";
import { type LocateWorker, locateWorker } from "./locateWorker.ts";
import { gatewayHearing } from "./gatewayHearing.ts";
import { sightingSteps } from "./sightingSteps.repository.ts";
import { type SiteModels, siteModels } from "./siteModels.ts";
import { LEARN_MAKES_MS } from "@pulse/positioning/learn/makeStrengths";
import { tagOffsets } from "./tagOffsets.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";

/** How often to check which reference beacons have left their places, or are back, ms. */
const beaconsMs = 10_000;

export interface LocateModule {
  models: SiteModels;
  worker: LocateWorker;
  /** Another worker, which publishes its fixes on a bus of its own and teaches the models nothing. */
  preview(bus: Bus): { locate: LocateWorker; renew(): void };
  calibration: CalibrationService;
  refit: CalibrationModule["refit"];
  explain: ExplainService;
}

/** Joins the parts that turn sightings into fixes with those that let a site learn from them. */
export function locateModule(parts: {
  db: Kysely<Database>;
  bus: Bus;
  devices: Pick<DeviceRegistry, "trackerById">;
  /** Told where mobile gateways are. */
  status: Pick<DeviceStatus, "gatewayMoved">;
  /** Commits changes that people make to a calibration, and what a site learns by itself. */
  unit: UnitOfWork;
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  /** Writes what gateways have heard so far; false: another process does. */
  flushSightings(): Promise<boolean>;
  /** Whether this process works on the log: what sites learn is written by nobody else. */
  lease: Pick<LogLease, "isHeld">;
  now(): number;
  random(): number;
  readiness: Pick<Readiness, "part">;
  problem(error: unknown): void;
}): LocateModule {
  const { db, bus, devices, lease } = parts;
  parts.onStop(bus.serve("flushSightings", parts.flushSightings));
  const hearing = gatewayHearing(db);
  const models = siteModels({ ...parts, hearing });
  parts.readiness.part("site_models", () => stalenessReason(models.staleSinceMs()));
  const flushSightings = async (siteId: string): Promise<void> => {
    await bus.ask("flushSightings", { siteId });
  };
  const calibration = calibrationModule({ ...parts, sites: models, flushSightings });
  const offsets = tagOffsets(db);
  const worker = locateWorker({ bus, sites: models, offsets, fitDue: calibration.learn, problem: parts.problem });
  const readSteps = (trackerId: string, fromMs: number, toMs: number) => sightingSteps(db, trackerId, fromMs, toMs);
  parts.onStop(bus.serve("explain", explainAnswer({ worker, sites: models, sightingSteps: readSteps })));
  parts.onStop(async () => {
    await models.close();
    await calibration.close();
    if (!lease.isHeld()) return;
    await offsets.store(worker.learned());
    await hearing.store(models.loaded(), true);
  });
  parts.every(beaconsMs, async () => {
    if (lease.isHeld()) await calibration.watchBeacons();
  });
  parts.every(LEARN_MAKES_MS, async () => {
    if (!lease.isHeld()) return;
    await offsets.store(worker.learned());
    await hearing.store(models.loaded());
  });
  return {
    models,
    worker,
    preview: (own) => {
      const borrowed = borrowedSites(models);
      const fitDue = (): void => undefined;
      const locate = locateWorker({ bus: own, sites: borrowed, offsets, fitDue, problem: parts.problem });
      return { locate, renew: borrowed.renew };
    },
    calibration: calibration.service,
    refit: calibration.refit,
    explain: explainService({ bus, devices }),
  };
}
