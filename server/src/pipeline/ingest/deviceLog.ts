import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Registry } from "prom-client";
import type { Database } from "../../platform/database/schema.ts";
import type { MessageLog } from "../../platform/log/messageLog.ts";
import { createPositionWriter, type PositionWriter } from "../history/positionWriter.ts";
import { createSightingWriter, type SightingWriter } from "../history/sightingWriter.ts";
import type { Lifecycle } from "../../platform/runtime/lifecycle.ts";
import type { LocateWorker } from "../locate/locateWorker.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { Buffers } from "../../platform/health/buffers.ts";
import type { Readiness } from "../../platform/health/readiness.ts";
import type { IngestModule } from "./ingestModule.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";
import { type Intake, intake } from "./intake.ts";
import { logCursorsRepository } from "./logCursors.repository.ts";
import type { DelayElsewhere } from "./delayElsewhere.ts";
import type { LogLease } from "./logLease.ts";
import { type LogWorker, logWorker } from "./logWorker.ts";
import type { RecordWork } from "./recordWork.ts";

/** How often the devices' status and the progress of the log are written. */
const storeIntervalMs = 2_000;

export interface DeviceLog extends Intake {
  /** Identifies this log permanently. */
  logId: string;
  log: Pick<MessageLog, "read" | "end" | "positionAt">;
  freshness: Freshness;
  /** Writes what gateways have heard so far; false: this process does not work on the log. */
  flushSightings(): Promise<boolean>;
  /**
   * Begins to work on the log: first on what an earlier process has left, then on what comes. Only whoever holds the lease
   * may call it.
   */
  open(): Promise<WorkedLog>;
}

/** The log in the hands of the process that works on it. */
export interface WorkedLog {
  positions: PositionWriter;
  sightings: SightingWriter;
  start(parts: {
    records: RecordWork;
    locate: Pick<LocateWorker, "tick" | "busy">;
    sites: Pick<SiteModels, "ready" | "of">;
    flushStatus(): Promise<void>;
    /** The stages other than history have handled every fix before this moment; null: all fixes. */
    unsavedMs(): number | null;
    ticked(nowMs: number): void;
    delay?: (() => Promise<void> | null) | undefined;
  }): LogWorker;
}

/** Joins the log of device messages with the writers of its results, and with the stored progress. */
export async function deviceLog(parts: {
  db: Kysely<Database>;
  messageLog: MessageLog;
  /** Where the log is, in messages to operators. */
  place: string;
  lease: Pick<LogLease, "check">;
  /** How far another process is that works on the log. */
  delayElsewhere: Pick<DelayElsewhere, "of">;
  waiting: Buffers;
  metrics: Registry;
  readiness: Pick<Readiness, "part">;
  log: Pick<BaseLogger, "warn">;
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  now(): number;
  problem(error: unknown): void;
  ingest: Pick<IngestModule, "health" | "throttled" | "hold">;
}): Promise<DeviceLog> {
  const { db, messageLog, place, waiting, log, now, problem, lease } = parts;
  const cursors = logCursorsRepository(db, messageLog.id, lease.check);
  let writers: Pick<WorkedLog, "positions" | "sightings"> | null = null;
  let worker: LogWorker | null = null;
  const countLoss = waiting.add(
    "log",
    () => ({ bytes: messageLog.stats().bytes, ...(worker?.waiting() ?? { items: 0, oldestMs: null }) }),
    ["full", "disk", "damaged"],
  );
  let damage = 0;
  const storeProgress = async (): Promise<void> => {
    await worker?.storeProgress();
    // While its server is away, which readyz says, what was known stays.
    await messageLog.refresh().catch(() => undefined);
    const { brokenBytes } = messageLog.stats();
    if (brokenBytes === damage) return;
    log.warn({ bytes: brokenBytes - damage, log: place }, "A part of the log is damaged and is left out");
    countLoss("damaged");
    damage = brokenBytes;
  };
  parts.onStop(async () => {
    if (writers !== null) await closeWriters(writers);
    await messageLog.close();
  });
  const closeWriters = async ({ positions, sightings }: NonNullable<typeof writers>): Promise<void> => {
    const closed = await Promise.allSettled([positions.close(), sightings.close()]);
    const progress = await Promise.allSettled([storeProgress()]);
    const refused = [...closed, ...progress].find((outcome) => outcome.status === "rejected");
    const unwritten = { positions: positions.stats().queued, sightings: sightings.stats().queued };
    if (refused)
      log.warn(
        { ...unwritten, log: place, err: refused.reason as unknown },
        `The database does not accept ${unwritten.positions} positions and ${unwritten.sightings} sightings; their messages are kept in ${place} and will be processed at the next start`,
      );
  };
  // Registered last and so stopped first, so that nothing else writes progress during the stop.
  parts.every(storeIntervalMs, storeProgress);

  const open = async (): Promise<WorkedLog> => {
    await messageLog.refresh();
    // If somebody deleted the log, positions begin anew, so stored ones may be too high.
    const within = (position: number): number => Math.min(position, messageLog.end());
    const stored = await cursors.located();
    const located = stored && { ...stored, position: within(stored.position) };
    const storedPositions = (await cursors.sightings()).map(within);
    const positions = createPositionWriter({ db, now, log, waiting, check: lease.check });
    const sightings = createSightingWriter({ db, cursors, storedPositions, now, log, waiting });
    writers = { positions, sightings };
    return {
      ...writers,
      start: (workerParts) => {
        const unsavedMs = (): number | null => {
          const moments = [positions.unsavedMs(), workerParts.unsavedMs()].filter((ms) => ms !== null);
          return moments.length === 0 ? null : Math.min(...moments);
        };
        const positionsWithOthers = { ...positions, unsavedMs };
        return (worker = logWorker({
          ...workerParts,
          log: messageLog,
          cursors,
          located,
          positions: positionsWithOthers,
          sightings,
          now,
          problem,
        }));
      },
    };
  };

  return {
    ...intake({
      ...parts.ingest,
      log: messageLog,
      backpressure: () => worker?.backpressure() ?? null,
      countLoss,
      onActivity: parts.ingest.health.onActivity,
    }),
    logId: messageLog.id,
    log: messageLog,
    freshness: freshnessOf({
      ...parts,
      workBehindMs: () => worker?.behindMs() ?? parts.delayElsewhere.of("workBehindMs"),
      pictureBehindMs: () => worker?.behindMs() ?? parts.delayElsewhere.of("behindMs"),
    }),
    flushSightings: async () => {
      await writers?.sightings.flush();
      return writers !== null;
    },
    open,
  };
}
