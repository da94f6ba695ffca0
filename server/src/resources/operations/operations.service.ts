import type { ColdMonth, Forecast, SystemOperations } from "@pulse/contract/operations";
import { versions } from "@pulse/contract/limits";
import type { Freshness } from "../../pipeline/ingest/freshness.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Buffers } from "../../platform/health/buffers.ts";
import type { Readiness } from "../../platform/health/readiness.ts";
import type { RecentWarnings } from "../../platform/health/recentWarnings.ts";
import { withoutSecrets } from "../../platform/health/withoutSecrets.ts";
import type { Backups } from "../backups/nightlyBackups.ts";
import { backupState } from "./backupState.ts";
import { certificateFilesOf, certificateState } from "./certificates.ts";
import { partHealth } from "./partHealth.ts";
import { partStates } from "./partStates.ts";
import { queuesOf } from "./queues.ts";
import type { StoredQueues } from "./operations.repository.ts";
import { withinTime } from "./withinTime.ts";

/** What is asked for the page, each part on its own: one that fails takes no other with it. */
export interface OperationsSources {
  config: Pick<Config, "tls" | "mqttTls" | "backup" | "databaseUrl" | "roles">;
  dataDir: string;
  host: string;
  now(): number;
  startedMs: number;
  /** Asked for once. */
  commit(): string | null;
  readiness: Pick<Readiness, "check" | "parts" | "answeredMs">;
  freshness: Pick<Freshness, "behindMs" | "workBehindMs">;
  waiting: Pick<Buffers, "read">;
  queues(): Promise<StoredQueues>;
  /** Of the data folder's disk. */
  freeBytes(): Promise<number>;
  folderBytes(): Promise<number>;
  databaseBytes(): Promise<number>;
  /** Positions that are in files; null: there are none. */
  coldHistory(): Promise<{ rows: number; bytes: number; until: Date } | null>;
  /** Null: nothing moves to files, and nothing is there. */
  coldMonths(): Promise<{ count: number; months: ColdMonth[] } | null>;
  forecast(): Promise<Forecast | null>;
  /** Null: there is no folder for backups. */
  backups: Backups | null;
  warnings: Pick<RecentWarnings, "list">;
}

export type OperationsService = ReturnType<typeof operationsService>;

/** Who looks at the page waits no longer than this for one part of it, ms; the next look has it. */
const patienceMs = 2_000;

/** How this installation runs, for whoever runs it. */
export function operationsService(from: OperationsSources) {
  const { config } = from;
  const states = partStates(from.startedMs);
  let commit: string | null | undefined;
  const iso = (ms: number): string => new Date(ms).toISOString();

  const look = async () => {
    const { status, database } = await from.readiness.check();
    const [behindMs, workBehindMs] = [from.freshness.behindMs(), from.freshness.workBehindMs()];
    const findings = partHealth({
      database,
      databaseAnsweredMs: from.readiness.answeredMs(),
      parts: from.readiness.parts(),
      behindMs,
      workBehindMs,
    }).map((part) => ({ ...part, message: withoutSecrets(part.message) }));
    return { status, database, behindMs, workBehindMs, parts: states.observe(findings, from.now()) };
  };

  return {
    /** Notices when the state of a part changes. */
    look,

    read: async (): Promise<SystemOperations> => {
      const nowMs = from.now();
      const { status, database, behindMs, workBehindMs, parts } = await look();
      const soon = <T>(ask: () => Promise<T>): Promise<T | null> => withinTime(patienceMs, ask);
      // While it does not answer, each question would take as long as it may.
      const stored = <T>(ask: () => Promise<T>): Promise<T | null> =>
        database === "up" ? soon(ask) : Promise.resolve(null);
      const [queues, freeBytes, folderBytes, databaseBytes, cold, coldMonths, forecast, record, certificates] =
        await Promise.all([
          stored(from.queues),
          soon(from.freeBytes),
          soon(from.folderBytes),
          stored(from.databaseBytes),
          stored(from.coldHistory),
          stored(from.coldMonths),
          stored(from.forecast),
          soon(async () => from.backups?.record() ?? null),
          Promise.all(certificateFilesOf(config, from.dataDir).map((file) => certificateState(file, nowMs))),
        ]);
      // Null is an answer too: asking starts a program.
      if (commit === undefined) commit = from.commit();
      const makesBackups = config.roles.has("jobs");
      return {
        at: iso(nowMs),
        version: versions.app,
        commit,
        startedAt: iso(from.startedMs),
        runningS: Math.max(0, Math.round((nowMs - from.startedMs) / 1000)),
        process: { host: from.host, roles: [...config.roles] },
        status,
        parts,
        queues: queuesOf({ behindMs, workBehindMs, waiting: from.waiting, stored: queues, nowMs }),
        disk: {
          freeBytes,
          folderBytes,
          databaseBytes,
          isDatabaseEmbedded: config.databaseUrl === null,
          coldHistory: cold && { ...cold, until: cold.until.toISOString() },
          coldMonths,
          forecast,
        },
        backup: backupState(config.backup, record ?? { last: null, failure: null }, makesBackups, nowMs),
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
