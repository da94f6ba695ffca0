import type { Job } from "../jobs/jobs.ts";
import type { Retention } from "./retention.ts";

/** Keeps history in its bounds every hour: the months ahead are made, and what was kept long enough goes. */
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
