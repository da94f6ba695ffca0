import { setTimeout as pause } from "node:timers/promises";
import type { Job as BossJob, PgBoss } from "pg-boss";
import type { OpenDatabase } from "../adapters/database/database.ts";

/** Work that is done again and again, by one process at a time, however many there are. */
export interface Job {
  /** Letters, digits, dashes. */
  name: string;
  /** When, in cron's five fields (UTC). */
  cron: string;
  /** How long it may take before it is given up and done again, s. */
  withinS: number;
  /** The signal aborts when the process is to stop or its time is over; what is left undone is done the next time. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Ends what runs as soon as it lets itself be ended, and starts nothing any more. */
  stop(): Promise<void>;
}

/** Nobody waits for a job, and each look is a statement on a database that may have one connection. */
const lookEveryS = 10;
/** A job whose process says nothing for so long is another's. */
const heartbeatS = 60;
const stopMs = 20_000;
/** A job that failed is tried so many times more, with longer and longer pauses. */
const retries = 3;
/** Until a database that was away is asked again to start them. */
const againMs = 60_000;

interface JobParts {
  database: Pick<OpenDatabase, "plain" | "kind">;
  jobs: readonly Job[];
  problem(error: unknown): void;
  lookEveryS?: number;
}

/**
 * Starts the jobs (pg-boss): each is done at the start, unless somebody is doing it just then, and by its schedule. Which
 * process does one is settled in the database; a failed one is tried again, and told of by `problem`. Nobody waits for the
 * start: it is tried again as well.
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
        await pause(againMs, undefined, { signal: ending.signal }).catch(() => undefined);
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

/** Loaded only where there are jobs: it brings 15 MB. */
async function newBoss({ database, problem }: JobParts): Promise<PgBoss> {
  const { PgBoss: Boss } = await import("pg-boss");
  const embedded = database.kind === "pglite";
  const boss = new Boss({
    db: { executeSql: (text, values) => database.plain(text, values) },
    backend: embedded ? "pglite" : "postgres",
    cronWorkerIntervalSeconds: lookEveryS,
    flowIntervalSeconds: 60,
    // The embedded database has an upkeep of its own and no autovacuum to watch.
    ...(embedded ? { reindex: false, monitorVacuum: false } : {}),
  });
  // While the database is away every look fails: once in a while that is news.
  let toldMs = -Infinity;
  boss.on("error", (error) => {
    if (performance.now() - toldMs < againMs) return;
    toldMs = performance.now();
    problem(error);
  });
  return boss;
}

async function take(boss: PgBoss, job: Job, parts: JobParts, ending: AbortSignal): Promise<void> {
  const { name, cron, withinS, run } = job;
  const options = { retryLimit: retries, retryBackoff: true, expireInSeconds: withinS, heartbeatSeconds: heartbeatS };
  await boss.createQueue(name, { policy: "exclusive", ...options });
  // As this release has it, where an earlier one made it.
  await boss.updateQueue(name, options);
  // Nothing is sent while somebody does it, or is about to.
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
