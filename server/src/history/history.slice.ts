import type { Parts } from "../parts.ts";
import { historyJob } from "./historyJob.ts";
import { retention } from "./retention.ts";

/** History's upkeep: it has no routes of its own, assets and trackers show it. */
export function historySlice(parts: Pick<Parts, "background" | "config" | "log" | "now" | "job">): void {
  const { background: db, config, now, log } = parts;
  parts.job(historyJob(retention({ db, keep: config.keep, now, log })));
}
