import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../../platform/database/schema.ts";
import type { ByteStore } from "../../../platform/files/byteStore.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { thinHistory } from "../thin/thinHistory.ts";
import { coldSweep } from "./coldSweep.ts";
import { freezeMonths } from "./freezeMonths.ts";

const dayMs = 24 * 3_600_000;

/**
 * Every night thins history that is old enough, moves the history of old months to files, and deletes files that were kept
 * long enough. One process does it at a time, and the next run goes on where it was interrupted.
 */
export function coldJob(parts: {
  db: Kysely<Database>;
  store: ByteStore;
  /** Null: nothing is thinned. */
  thinAfterDays: number | null;
  /** Null: nothing is moved; what is in files already stays there. */
  afterMonths: number | null;
  keepDay: number;
  now(): number;
  log: Pick<BaseLogger, "info" | "warn">;
}): Job {
  const { thinAfterDays: afterDays, afterMonths, keepDay, now, log } = parts;
  return {
    name: "cold-history",
    cron: "37 1 * * *",
    withinS: 20 * 3600,
    run: async (signal) => {
      const files = await coldSweep(parts, new Date(now() - keepDay * dayMs));
      if (files > 0) log.info({ files, keepDay }, "Deleted what was kept long enough");
      if (afterDays !== null) await thinHistory({ ...parts, afterDays }, signal);
      if (afterMonths !== null) await freezeMonths({ ...parts, afterMonths }, signal);
    },
  };
}
