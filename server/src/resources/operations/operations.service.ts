import type { Forecast, NightlyBackup, Queue, SystemOperations } from "@pulse/contract/operations";
import { versions } from "@pulse/contract/limits";
import type { Freshness } from "../../pipeline/ingest/freshness.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Buffers } from "../../platform/health/buffers.ts";
import type { Readiness } from "../../platform/health/readiness.ts";
import type { RecentWarnings } from "../../platform/health/recentWarnings.ts";
import { withoutSecrets } from "../../platform/health/withoutSecrets.ts";
import type { NightlyBackups } from "../backups/nightlyBackups.ts";
import { certificateFilesOf, certificateState } from "./certificates.ts";
import { partHealth } from "./partHealth.ts";
import type { StoredQueues } from "./operations.repository.ts";

/** What is asked for the page, each part on its own: one that fails takes no other with it. */
export interface OperationsSources {
  config: Pick<Config, "tls" | "mqttTls" | "backup" | "databaseUrl">;
  dataDir: string;
  now(): number;
  startedMs: number;
  commit(): string | null;
  readiness: Pick<Readiness, "check" | "parts" | "answeredMs">;
  freshness: Pick<Freshness, "behindMs" | "workBehindMs">;
  waiting: Pick<Buffers, "read">;
  queues(): Promise<StoredQueues>;
  /** Of the data folder's disk. */
  freeBytes(): Promise<number>;
  folderBytes(): Promise<number>;
  databaseBytes(): Promise<number>;
  forecast(): Promise<Forecast | null>;
  /** Null: there is no folder for backups. */
  backups: Pick<NightlyBackups, "record"> | null;
  warnings: Pick<RecentWarnings, "list">;
}

export type OperationsService = ReturnType<typeof operationsService>;

/** How this installation runs, for whoever runs it. */
export function operationsService(from: OperationsSources) {
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    read: async (): Promise<SystemOperations> => {
      const nowMs = from.now();
      const { status, database } = await from.readiness.check();
      // While it does not answer, each question would take as long as it may.
      const asked = <T>(ask: () => Promise<T>): Promise<T | null> =>
        database === "up" ? ask().catch(() => null) : Promise.resolve(null);
      const [stored, freeBytes, folderBytes, databaseBytes, forecast, backup, certificates] = await Promise.all([
        asked(from.queues),
        from.freeBytes().catch(() => null),
        from.folderBytes().catch(() => null),
        asked(from.databaseBytes),
        asked(from.forecast),
        backupOf(from),
        Promise.all(certificateFilesOf(from.config, from.dataDir).map((file) => certificateState(file, nowMs))),
      ]);
      const { behindMs, workBehindMs } = {
        behindMs: from.freshness.behindMs(),
        workBehindMs: from.freshness.workBehindMs(),
      };
      return {
        at: iso(nowMs),
        version: versions.app,
        commit: from.commit(),
        startedAt: iso(from.startedMs),
        runningS: Math.max(0, Math.round((nowMs - from.startedMs) / 1000)),
        status,
        parts: partHealth({
          database,
          databaseAnsweredMs: from.readiness.answeredMs(),
          parts: from.readiness.parts(),
          behindMs,
          workBehindMs,
        }).map((part) => ({ ...part, message: withoutSecrets(part.message) })),
        queues: [
          { id: "live_picture", waiting: null, ageS: behindMs / 1000 },
          { id: "history", waiting: from.waiting.read("log")?.items ?? null, ageS: workBehindMs / 1000 },
          bufferQueue("writes", ["positions", "sightings"], from, nowMs),
          bufferQueue("audit", ["audit"], from, nowMs),
          ...(stored === null ? [] : storedQueues(stored, nowMs)),
        ],
        disk: { freeBytes, folderBytes, databaseBytes, isDatabaseEmbedded: from.config.databaseUrl === null, forecast },
        backup,
        certificates,
        warnings: from.warnings.list().map(({ firstMs, lastMs, ...line }) => ({
          ...line,
          firstAt: iso(firstMs),
          lastAt: iso(lastMs),
        })),
      };
    },
  };
}

/** Several buffers as one queue. */
function bufferQueue(
  id: Queue["id"],
  names: readonly string[],
  { waiting }: Pick<OperationsSources, "waiting">,
  nowMs: number,
): Queue {
  const states = names.map((name) => waiting.read(name));
  const oldestMs = Math.min(nowMs, ...states.map((state) => state?.oldestMs ?? nowMs));
  return {
    id,
    waiting: states.reduce((sum, state) => sum + (state?.items ?? 0), 0),
    ageS: (nowMs - oldestMs) / 1000,
  };
}

function storedQueues(stored: StoredQueues, nowMs: number): Queue[] {
  return (["webhooks", "reports", "mail"] as const).map((id) => {
    const { waiting, since } = stored[id];
    return { id, waiting, ageS: since === null ? 0 : Math.max(0, nowMs - since.getTime()) / 1000 };
  });
}

async function backupOf({ config, backups }: OperationsSources): Promise<NightlyBackup> {
  if (config.backup === null || backups === null)
    return { state: "off", folder: null, last: null, failure: null, keep: null, dueAt: null };
  const { folder, keep, at } = config.backup;
  const { last, failure } = await backups.record();
  const two = (number: number): string => String(number).padStart(2, "0");
  return {
    state: failure !== null ? "failed" : last === null ? "waiting" : "ok",
    folder,
    last: last && { at: new Date(last.atMs).toISOString(), bytes: last.bytes },
    failure: failure && { at: new Date(failure.atMs).toISOString(), reason: withoutSecrets(failure.reason) },
    keep,
    dueAt: `${two(at.hour)}:${two(at.minute)}`,
  };
}
