import type { Dependencies } from "../dependencies.ts";
import { diskSpace } from "./diskSpace.ts";
import { healthRoutes } from "./health.routes.ts";

/** A disk fills slowly, and a monitor asks about as often. */
const diskEveryMs = 10_000;

/** What every process answers to monitors. */
export async function healthSlice(
  parts: Pick<
    Dependencies,
    "app" | "config" | "metrics" | "readiness" | "freshness" | "freeSpace" | "every" | "problem"
  >,
): Promise<void> {
  const disk = diskSpace(parts.freeSpace);
  parts.readiness.part("disk", disk.unhealthyReason);
  await disk.look().catch(parts.problem);
  parts.every(diskEveryMs, disk.look);
  healthRoutes(parts.app, { ...parts, metricsToken: parts.config.metricsToken });
}
