import type { LogRecord } from "../platform/log/messageLog.ts";
import { resolve } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../platform/config/config.ts";
import { type RecentWarnings, recentWarnings } from "../platform/health/recentWarnings.ts";
import { type Lifecycle, lifecycle } from "../platform/runtime/lifecycle.ts";
import { type FreeSpace, freeSpaceOf } from "../resources/system/diskSpace.ts";
import type { Resolve } from "../resources/webhooks/webhookAddress.ts";
import { refuseRoot, refuseTypos, refuseUnsetClock } from "./refuseBadStart.ts";
import { checkWritable } from "./startFaults.ts";

/** What every phase of the start builds on. */
export interface BaseContext extends Lifecycle {
  config: Config;
  dataDir: string;
  /** Whatever it warns of is kept in `warnings` too. */
  log: Logger;
  warnings: RecentWarnings;
  /** When this process began to start. */
  startedMs: number;
  /** The commit that runs; null: it is not known. */
  commit(): string | null;
  now(): number;
  random(): number;
  /** Undefined: the system resolves names. */
  resolveHost: Resolve | undefined;
  /** Tests do not wait as long for an identity provider. */
  providerTimeoutMs: number | undefined;
  /** Stands in for a slow processor in tests. */
  delayWork: DelayWork | undefined;
  /** Stands in for a fault of ours in tests: it throws for the messages that have one. */
  breakWork: ((record: LogRecord) => void) | undefined;
  /** What the data folder's disk has left. */
  freeSpace(): Promise<FreeSpace>;
  /** Called when work in the background fails. */
  problem(error: unknown): void;
}

/** What is delayed: the messages in their order, or the newest ones, which are shown first. Null: go on. */
export type DelayWork = (what: "in order" | "newest") => Promise<void> | null;

/** Checks the settings and the data folder before anything is opened. Throws a ConfigError of one line. */
export function baseContext(
  config: Config,
  options: {
    log: Logger;
    now?: () => number;
    resolveHost?: Resolve;
    providerTimeoutMs?: number;
    delayWork?: DelayWork;
    breakWork?: (record: LogRecord) => void;
    freeSpace?: () => Promise<FreeSpace>;
    commit?: () => string | null;
  },
): BaseContext {
  const dataDir = resolve(config.dataDir);
  const {
    now = Date.now,
    resolveHost,
    providerTimeoutMs,
    delayWork,
    breakWork,
    freeSpace = () => freeSpaceOf(dataDir),
    commit = () => null,
  } = options;
  const warnings = recentWarnings(now);
  const log = warnings.watch(options.log);
  refuseTypos(config.unknownSettings);
  refuseUnsetClock(now());
  for (const name of config.unknownSettings) log.warn(`${name} is not a setting of Pulse; the README lists them all`);
  checkWritable(config.dataDir, dataDir);
  refuseRoot(config.dataDir, dataDir);
  const problem = (error: unknown): void => log.error({ err: error }, "work in the background failed");
  const parts = {
    config,
    dataDir,
    log,
    warnings,
    startedMs: now(),
    commit,
    now,
    random: Math.random,
    resolveHost,
    providerTimeoutMs,
    delayWork,
    breakWork,
    freeSpace,
    problem,
  };
  return { ...lifecycle(problem), ...parts };
}
