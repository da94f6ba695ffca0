import type { OpenDatabase } from "../adapters/database/database.ts";
import { api } from "../api.ts";
import { type Job, startJobs } from "../jobs/jobs.ts";
import type { Parts } from "../parts.ts";

/** Registers every slice, and starts their jobs if this process does jobs. */
export async function nouns(parts: Omit<Parts, "job"> & { database: OpenDatabase }): Promise<void> {
  const { config, database, problem, onStop } = parts;
  const jobs: Job[] = [];
  await api({ ...parts, job: (job) => void jobs.push(job) });
  if (!config.roles.has("jobs")) return;
  const running = startJobs({ database, jobs, problem });
  onStop(() => running.stop());
}
