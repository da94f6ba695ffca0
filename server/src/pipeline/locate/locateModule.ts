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
import { isHomeOf, type LogScope, readsSite } from "../../platform/log/logScope.ts";
import { wholeLog } from "../../platform/log/partitions.ts";
import type { LogShare } from "../ingest/logShare.ts";
import { borrowedSites } from "./borrowedSites.ts";
import { type ExplainService, explainService } from "./explain.service.ts";
import { explainAnswer } from "./explainAnswer.ts";
import { type LocateWorker, locateWorker, type ReceptionFault, underperformingAt } from "./locateWorker.ts";
import { lastFixMs } from "./lastFix.repository.ts";
import { gatewayHearing } from "./gatewayHearing.ts";
import { followedSites } from "./followedSites.ts";
import { sightingSteps } from "./sightingSteps.repository.ts";
import { type SiteModels, siteModels } from "./siteModels.ts";
import { LEARN } from "@pulse/positioning/learn/learnConstants";
import { tagOffsets } from "./tagOffsets.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";

/** How often to check which reference beacons have left their places, or are back, ms. */
const beaconsMs = 10_000;

export interface LocateModule {
  models: SiteModels;
  /** Gateways of a site with which something is wrong; none where another process works on the site. */
  underperforming(siteId: string): ReadonlyMap<string, ReceptionFault>;
  /** Begins to locate what is sighted in a partition, on a bus of its own. */
  open(scope: LogScope, bus: Bus): OpenLocating;
  /** How many trackers have a window in memory. */
  tracked(): number;
  calibration: CalibrationService;
  refit: CalibrationModule["refit"];
  explain: ExplainService;
}

/** The locating of a partition. */
export interface OpenLocating {
  worker: LocateWorker;
  /** Another worker, which publishes its fixes on a bus of its own and teaches the models nothing. */
  preview(bus: Bus): { locate: LocateWorker; renew(): void };
  /** Ends it, and stores what its sites have learned, so that another process continues from there. */
  close(): Promise<void>;
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
  /** Writes what gateways of a site have heard so far; false: another process does. */
  flushSightings(siteId: string): Promise<boolean>;
  /** Whether this process works on a site or a tracker: what it learns of them is written by nobody else. */
  share: Pick<LogShare, "hasSite" | "hasTracker">;
  now(): number;
  random(): number;
  readiness: Pick<Readiness, "part">;
  problem(error: unknown): void;
}): LocateModule {
  const { db, bus, devices, share } = parts;
  parts.onStop(bus.serve("flushSightings", ({ siteId }) => parts.flushSightings(siteId)));
  const hearing = gatewayHearing(db);
  const models = siteModels({ ...parts, hearing });
  parts.readiness.part("site_models", () => stalenessReason(models.staleSinceMs()));
  const flushSightings = async (siteId: string): Promise<void> => {
    await bus.ask("flushSightings", { siteId });
  };
  const hasTracker = (siteId: string, trackerId: string): boolean => {
    const tracker = devices.trackerById(trackerId);
    return tracker === undefined ? share.hasSite(siteId) : share.hasTracker(tracker);
  };
  const calibration = calibrationModule({ ...parts, sites: models, flushSightings, hasTracker });
  const openParts = new Set<{ scope: LogScope; worker: LocateWorker; storeOffsets(): Promise<void> }>();
  /** Whether another partition of this process works on a part of a site. */
  const isOpen = (siteId: string): boolean => [...openParts].some(({ scope }) => readsSite(scope, siteId));
  const explain: LocateWorker["explain"] = (trackerId) => {
    for (const { worker } of openParts) {
      const explained = worker.explain(trackerId);
      if (explained !== null) return explained;
    }
    return null;
  };
  const answer = explainAnswer({
    worker: { explain },
    sites: models,
    hasTracker,
    lastFixMs: (siteId, trackerId) => lastFixMs(db, siteId, trackerId),
    sightingSteps: (trackerId, fromMs, toMs) => sightingSteps(db, trackerId, fromMs, toMs),
  });
  parts.onStop(bus.serve("explain", answer));
  parts.onStop(async () => {
    await models.close();
    await calibration.close();
  });
  parts.every(beaconsMs, async () => {
    if (openParts.size > 0) await calibration.watchBeacons();
  });
  parts.every(LEARN.makesMs, async () => {
    if (openParts.size === 0) return;
    for (const { storeOffsets } of openParts) await storeOffsets();
    await hearing.store(models.loaded(share.hasSite));
  });
  return {
    models,
    underperforming: (siteId) => (share.hasSite(siteId) ? underperformingAt(models.ready(siteId)) : new Map()),
    tracked: () => [...openParts].reduce((sum, { worker }) => sum + worker.tracked(), 0),
    open: (scope, ownBus) => {
      const isOwn = (siteId: string): boolean => isHomeOf(scope, siteId);
      // What another process has learned since is in the database.
      if (scope.home !== wholeLog) models.drop((siteId) => readsSite(scope, siteId) && !isOpen(siteId));
      const offsets = tagOffsets(db);
      const { problem } = parts;
      // A divided site learns from the share at its home, and its mobile gateways are moved there.
      const isShare = scope.part !== null;
      const isMoved = (siteId: string): boolean => [...openParts].some((open) => isHomeOf(open.scope, siteId));
      const worker = locateWorker({
        bus: ownBus,
        sites: isShare ? followedSites(models, isMoved) : models,
        offsets,
        fitDue: isShare ? null : calibration.learn,
        problem,
      });
      const storeOffsets = (): Promise<void> => offsets.store(worker.learned());
      const part = { scope, worker, storeOffsets };
      openParts.add(part);
      return {
        worker,
        preview: (previewBus) => {
          const borrowed = borrowedSites(models);
          const locate = locateWorker({ bus: previewBus, sites: borrowed, offsets, fitDue: null, problem });
          return { locate, renew: borrowed.renew };
        },
        close: async () => {
          worker.close();
          openParts.delete(part);
          await storeOffsets();
          await hearing.store(models.loaded(isOwn), true);
        },
      };
    },
    calibration: calibration.service,
    refit: calibration.refit,
    explain: explainService({ bus, devices }),
  };
}
