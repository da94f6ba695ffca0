import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import { Counter, type Registry } from "prom-client";
import type { Database } from "../../platform/database/schema.ts";
import type { LogPartition, LogRecord, MessageLog } from "../../platform/log/messageLog.ts";
import { isHomeOf, type LogScope, readsSite } from "../../platform/log/logScope.ts";
import { createPositionWriter, type PositionWriter } from "../history/positionWriter.ts";
import { createSightingWriter, type SightingWriter } from "../history/sightingWriter.ts";
import type { Lifecycle } from "../../platform/runtime/lifecycle.ts";
import { serialQueue } from "../../platform/runtime/keyedQueue.ts";
import type { LocateWorker } from "../locate/locateWorker.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { Buffers } from "../../platform/health/buffers.ts";
import { summedBuffers } from "../../platform/health/summedBuffers.ts";
import type { Readiness } from "../../platform/health/readiness.ts";
import type { IngestModule } from "./ingestModule.ts";
import { type Freshness, freshnessOf, type PartitionFreshness, partitionFreshness } from "./freshness.ts";
import { failedMessageRetries, failedMessages } from "./failedMessages.ts";
import { type Intake, intake } from "./intake.ts";
import { logCursorsRepository, slowestProgress } from "./logCursors.repository.ts";
import { type SharesProgress, sharesProgress, withShares } from "./sharesProgress.ts";
import type { DelayElsewhere } from "./delayElsewhere.ts";
import type { CheckLease } from "./logShare.ts";
import { logAttemptsRepository } from "./logAttempts.repository.ts";
import { type LogWorker, logWorker, warmUpMs } from "./logWorker.ts";
import type { RecordWork } from "./recordWork.ts";
import { workAttempts } from "./workAttempts.ts";
import { linkedTrackers } from "./linkedTrackers.ts";
import type { ShareMoves } from "./shareMoves.ts";

/** How often the devices' status and the progress of the log are written. */
const storeIntervalMs = 2_000;
/** How often to look for failed messages that are to be tried again. */
const retryLookMs = 10_000;

export interface DeviceLog extends Intake {
  /** Identifies this log permanently. */
  logId: string;
  /** Of all partitions, those that other processes work on included. */
  freshness: Freshness;
  /** Writes what gateways of a site have heard so far; false: this process does not work on its partition. */
  flushSightings(siteId: string): Promise<boolean>;
  /** Puts a failed message of a site into the log again; false: it is gone, or this process does not work on its partition. */
  retryFailed(siteId: string, id: string): Promise<boolean>;
  /**
   * Begins to work on a partition of the log: first on what an earlier process has left, then on what comes. Only whoever holds
   * its lease may call it.
   */
  open(scope: LogScope, check: CheckLease): Promise<WorkedPartition>;
}

/** A partition of the log in the hands of the process that works on it. */
export interface WorkedPartition {
  log: LogPartition;
  positions: PositionWriter;
  sightings: SightingWriter;
  freshness: PartitionFreshness;
  /** How far the shares of its divided sites are that have partitions of their own. */
  shares: SharesProgress;
  /** Keeps the trackers of an asset together where sites are divided; does nothing for a share. */
  keepTogether(): Promise<void>;
  start(parts: {
    records: RecordWork;
    moves: ShareMoves | null;
    locate: Pick<LocateWorker, "tick" | "busy">;
    sites: Pick<SiteModels, "ready" | "of">;
    flushStatus(): Promise<void>;
    /** The stages other than history have handled every fix before this moment; null: all fixes. */
    unsavedMs(): number | null;
    ticked(nowMs: number): void;
    delay?: (() => Promise<void> | null) | undefined;
    breakWork?: ((record: LogRecord) => void) | undefined;
  }): LogWorker;
  /** Writes what is left, and how far the work has come. To be called when the work has stopped. */
  close(): Promise<void>;
}

/** What this process knows of a partition that it works on. */
interface OpenPartition {
  scope: LogScope;
  worker: LogWorker | null;
  sightings: SightingWriter;
  freshness: PartitionFreshness;
  storeProgress(): Promise<void>;
}

/** Joins the log of device messages with the writers of its results, and with the stored progress. */
export async function deviceLog(parts: {
  db: Kysely<Database>;
  messageLog: MessageLog;
  /** Where the log is, in messages to operators. */
  place: string;
  /** How far other processes are with their partitions. */
  delayElsewhere: Pick<DelayElsewhere, "of">;
  waiting: Buffers;
  metrics: Registry;
  readiness: Pick<Readiness, "part">;
  log: Pick<BaseLogger, "warn">;
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  now(): number;
  problem(error: unknown): void;
  ingest: Pick<IngestModule, "health" | "throttled" | "hold" | "siteOf">;
}): Promise<DeviceLog> {
  const { db, messageLog, place, waiting, log, now, problem } = parts;
  const open = new Map<number, OpenPartition>();
  const buffers = summedBuffers(waiting);
  const workers = (): LogWorker[] => [...open.values()].flatMap(({ worker }) => worker ?? []);
  const countLoss = waiting.add("log", () => ({ bytes: messageLog.stats().bytes, ...waitingIn(workers()) }), [
    "full",
    "disk",
    "damaged",
  ]);
  const failures = new Counter({
    name: "pulse_failed_messages_total",
    help: "Messages of devices whose processing failed, and those of them that were processed later",
    labelNames: ["outcome"],
    registers: [parts.metrics],
  });
  for (const outcome of ["set_aside", "dropped", "processed"]) failures.inc({ outcome }, 0);
  const retries = failedMessageRetries(parts);
  parts.every(retryLookMs, async () => {
    for (const partition of open.keys()) await retries.retryDue(partition);
  });
  let damage = 0;
  /** What is in no partition goes once all partitions are past it; whoever has the first one looks. */
  const deleteShared = async (): Promise<void> => {
    if (messageLog.partitions.length < 2 || !open.has(messageLog.partitions[0]!)) return;
    const slowest = await slowestProgress(db, messageLog.id, messageLog.partitions);
    if (slowest === null) return;
    await messageLog.deleteSharedBefore(Math.min(slowest.position, messageLog.positionAt(slowest.atMs - warmUpMs)));
  };
  const storeProgress = async (): Promise<void> => {
    const stored = await Promise.allSettled([...open.values()].map((one) => one.storeProgress()));
    // While its server is away, which readyz says, what was known stays.
    await messageLog.refresh().catch(() => undefined);
    const { brokenBytes } = messageLog.stats();
    if (brokenBytes !== damage) {
      log.warn({ bytes: brokenBytes - damage, log: place }, "A part of the log is damaged and is left out");
      countLoss("damaged");
      damage = brokenBytes;
    }
    const refused = stored.find((outcome) => outcome.status === "rejected");
    if (refused) throw refused.reason;
    await deleteShared();
  };
  parts.onStop(messageLog.close);
  parts.every(storeIntervalMs, storeProgress);

  const oneAtATime = serialQueue();
  /** The partitions with a part of a site. */
  const openOf = (siteId: string): OpenPartition[] =>
    [...open.values()].filter(({ scope }) => readsSite(scope, siteId));

  const openPartition = async (scope: LogScope, check: CheckLease): Promise<WorkedPartition> => {
    const { partition } = scope;
    const cursors = logCursorsRepository(db, { logId: messageLog.id, partition }, check);
    await messageLog.refresh();
    // If somebody deleted the log, positions begin anew, so stored ones may be too high.
    const within = (position: number): number => Math.min(position, messageLog.end());
    const stored = await cursors.located();
    const located = stored && { ...stored, position: within(stored.position) };
    const storedPositions = (await cursors.sightings()).map(within);
    const attempts = await workAttempts({
      attempts: logAttemptsRepository(db, { logId: messageLog.id, partition }, check),
      position: located?.position ?? 0,
      oneAtATime,
      problem,
    });
    const shown = buffers.open();
    const positions = createPositionWriter({ db, now, log, waiting: shown, check });
    const sightings = createSightingWriter({ db, cursors, storedPositions, now, log, waiting: shown });
    const shares = sharesProgress(db, messageLog.id, scope);
    const part = withShares(messageLog.partition(scope.home), scope, shares);
    const serially = serialQueue();
    const one: OpenPartition = {
      scope,
      worker: null,
      sightings,
      freshness: partitionFreshness({ workBehindMs: () => one.worker?.behindMs() ?? 0, now }),
      storeProgress: () => serially(async () => one.worker?.storeProgress()),
    };
    open.set(partition, one);

    return {
      log: part,
      positions,
      sightings,
      freshness: one.freshness,
      shares,
      keepTogether:
        scope.part === null
          ? linkedTrackers({ db, logId: messageLog.id, scope, log: messageLog })
          : async () => undefined,
      start: (workerParts) => {
        const unsavedMs = (): number | null => {
          const moments = [positions.unsavedMs(), workerParts.unsavedMs()].filter((ms) => ms !== null);
          return moments.length === 0 ? null : Math.min(...moments);
        };
        const positionsWithOthers = { ...positions, unsavedMs };
        return (one.worker = logWorker({
          ...workerParts,
          failed: failedMessages({
            db,
            logId: messageLog.id,
            share: scope.part?.share ?? 0,
            check,
            count: (outcome) => failures.inc({ outcome }),
            warn: (text) => log.warn(text),
            now,
            problem,
          }),
          attempts,
          log: part,
          cursors,
          located,
          positions: positionsWithOthers,
          sightings,
          now,
          problem,
        }));
      },
      close: async () => {
        const closed = await Promise.allSettled([positions.close(), sightings.close()]);
        open.delete(partition);
        const progress = await Promise.allSettled([one.storeProgress(), attempts.ended()]);
        shown.close();
        const refused = [...closed, ...progress].find((outcome) => outcome.status === "rejected");
        const unwritten = { positions: positions.stats().queued, sightings: sightings.stats().queued };
        if (refused)
          log.warn(
            { ...unwritten, log: place, err: refused.reason as unknown },
            `The database does not accept ${unwritten.positions} positions and ${unwritten.sightings} sightings; their messages are kept in ${place} and will be processed at the next start`,
          );
      },
    };
  };

  return {
    ...intake({
      ...parts.ingest,
      log: messageLog,
      backpressure: () => firstOf(workers(), (worker) => worker.backpressure()),
      countLoss,
      onActivity: parts.ingest.health.onActivity,
    }),
    logId: messageLog.id,
    freshness: freshnessOf({
      ...parts,
      own: () => [...open.values()].map(({ freshness }) => freshness),
      elsewhere: (what) => parts.delayElsewhere.of(what, (partition) => open.has(partition)),
    }),
    flushSightings: async (siteId) => {
      const all = openOf(siteId);
      await Promise.all(all.map(({ sightings }) => sightings.flush()));
      return all.length > 0;
    },
    retryFailed: async (siteId, id) => openOf(siteId).some(({ scope }) => isHomeOf(scope, siteId)) && retries.retry(id),
    open: openPartition,
  };
}

/** What has been read by these workers but is not wholly in the database. */
function waitingIn(workers: readonly LogWorker[]): { items: number; oldestMs: number | null } {
  const all = workers.map((worker) => worker.waiting());
  const oldest = all.flatMap(({ oldestMs }) => oldestMs ?? []);
  return {
    items: all.reduce((sum, { items }) => sum + items, 0),
    oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
  };
}

/** The first answer that is not null. */
function firstOf<T, A>(all: readonly T[], answer: (one: T) => A | null): A | null {
  for (const one of all) {
    const found = answer(one);
    if (found !== null) return found;
  }
  return null;
}
