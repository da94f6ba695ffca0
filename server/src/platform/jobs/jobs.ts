import { setTimeout as pause } from "node:timers/promises";
import type { Job as BossJob, PgBoss } from "pg-boss";
import type { OpenDatabase } from "../database/database.ts";

/** Recurring work, done by one process at a time. */
export interface Job {
  /** Letters, digits, dashes. */
  name: string;
  /** When, in cron's five fields (UTC). */
  cron: string;
  /** After this time a job is given up and started again, s. */
  withinS: number;
  /** The signal aborts when the process stops or the time is over; the next run continues. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Ends running jobs as soon as they allow it, and starts no more. */
  stop(): Promise<void>;
}

/** Nobody waits for a job, and each look is a query on a database that may have only one connection. */
const lookEveryS = 10;
/** A job whose process is silent for this long is given to another process. */
const heartbeatS = 60;
const stopMs = 20_000;
/** How often a failed job is repeated, after longer and longer pauses. */
const retries = 3;
/** How long after a failed start the next attempt follows. */
const retryMs = 60_000;

interface JobParts {
  database: Pick<OpenDatabase, "plain" | "kind">;
  jobs: readonly Job[];
  problem(error: unknown): void;
  lookEveryS?: number;
}

/**
 * Starts the jobs (pg-boss). Each runs at the start, unless another process is running it, and by its schedule. The
 * database decides which process runs a job. A failed job is repeated and reported to `problem`. A start that fails is
 * repeated in the background.
 */
export function startJobs(parts: JobParts): Jobs {
  const ending = new AbortController();
  const begin = async (): Promise<PgBoss | null> => {
    while (!ending.signal.aborted) {
      const boss = await newBoss(parts);
      try {
        await boss.start();
        for (const job of parts.jobs) await take(boss, job, parts, ending.signal);
        return boss;
      } catch (error) {
        parts.problem(error);
        await boss.stop({ graceful: false }).catch(parts.problem);
        await pause(retryMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
    return null;
  };
  const begun = begin();
  return {
    stop: async () => {
      ending.abort();
      await (await begun)?.stop({ graceful: true, timeout: stopMs });
    },
  };
}

/** Only loaded if there are jobs, since it takes 15 MB. */
async function newBoss({ database, problem }: JobParts): Promise<PgBoss> {
  const { PgBoss: Boss } = await import("pg-boss");
  const embedded = database.kind === "pglite";
  const boss = new Boss({
    db: { executeSql: (text, values) => database.plain(text, values) },
    backend: embedded ? "pglite" : "postgres",
    cronWorkerIntervalSeconds: lookEveryS,
    flowIntervalSeconds: 60,
    // The embedded database has its own upkeep and no autovacuum to watch.
    ...(embedded ? { reindex: false, monitorVacuum: false } : {}),
  });
  // While the database is away every look fails, so only some failures are reported.
  let reportedMs = -Infinity;
  boss.on("error", (error) => {
    if (performance.now() - reportedMs < retryMs) return;
    reportedMs = performance.now();
    problem(error);
  });
  return boss;
}

async function take(boss: PgBoss, job: Job, parts: JobParts, ending: AbortSignal): Promise<void> {
  const { name, cron, withinS, run } = job;
  const options = { retryLimit: retries, retryBackoff: true, expireInSeconds: withinS, heartbeatSeconds: heartbeatS };
  await boss.createQueue(name, { policy: "exclusive", ...options });
  // An earlier release may have made it with other options.
  await boss.updateQueue(name, options);
  // Not queued again if it is running or waiting.
  await boss.send(name);
  await boss.work(name, { pollingIntervalSeconds: parts.lookEveryS ?? lookEveryS }, async ([given]: BossJob[]) => {
    try {
      await run(AbortSignal.any([given!.signal, ending]));
    } catch (error) {
      if (!ending.aborted) parts.problem(error);
      throw error;
    }
  });
  await boss.schedule(name, cron);
}
