import type { PipelineDependencies } from "../dependencies.ts";
import { historyJob } from "./historyJob.ts";
import { coldHistory } from "./cold/coldHistory.ts";
import { coldJob } from "./cold/coldJob.ts";
import { coldReader } from "./cold/coldReader.ts";
import { movements } from "./movements.ts";
import type { History } from "./history.ts";
import { retention } from "./retention.ts";

/** History's upkeep. It has no routes of its own, since assets and trackers show it. */
export function historySlice(
  parts: Pick<PipelineDependencies, "background" | "reading" | "coldFiles" | "config" | "log" | "now" | "job">,
): History {
  const { background: db, coldFiles: store, config, now, log } = parts;
  parts.job(historyJob(retention({ db, days: config.keep, now, log })));
  const { coldAfterMonths: afterMonths, thinAfterDays, keep } = config;
  parts.job(coldJob({ db, store, thinAfterDays, afterMonths, keepDay: keep.positionsDay, now, log }));
  const months = coldHistory(coldReader(store, now), now);
  return { movements: movements(parts.reading, months), months };
}
