import type { Job } from "../../platform/jobs/jobs.ts";
import type { Retention } from "./retention.ts";

/** Every hour makes the partitions of the coming months and deletes what was kept long enough. */
export function historyJob(history: Retention): Job {
  return {
    name: "history",
    cron: "7 * * * *",
    withinS: 2 * 3600,
    run: async (signal) => {
      await history.makeMonths();
      await history.sweep(signal);
    },
  };
}
