import type { PipelineDependencies } from "../dependencies.ts";
import { historyJob } from "./historyJob.ts";
import { type Movements, movements } from "./movements.ts";
import { retention } from "./retention.ts";

/** History's upkeep. It has no routes of its own, since assets and trackers show it. */
export function historySlice(
  parts: Pick<PipelineDependencies, "background" | "reading" | "config" | "log" | "now" | "job">,
): Movements {
  const { background: db, config, now, log } = parts;
  parts.job(historyJob(retention({ db, days: config.keep, now, log })));
  return movements(parts.reading);
}
