import type { OpenDatabase } from "../platform/database/database.ts";
import { slices } from "./slices.ts";
import { type Job, startJobs } from "../platform/jobs/jobs.ts";
import type { Dependencies } from "../resources/dependencies.ts";

/** Registers every slice, and starts their jobs if this process does jobs. */
export async function registerSlices(parts: Omit<Dependencies, "job"> & { database: OpenDatabase }): Promise<void> {
  const { config, database, problem, onStop } = parts;
  const jobs: Job[] = [];
  await slices({ ...parts, job: (job) => void jobs.push(job) });
  if (!config.roles.has("jobs")) return;
  const running = startJobs({ database, jobs, problem });
  onStop(() => running.stop());
}
