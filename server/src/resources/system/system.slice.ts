import type { Dependencies } from "../dependencies.ts";
import { diskSpace } from "./diskSpace.ts";
import { docsRoutes } from "./docs.routes.ts";
import { healthRoutes } from "./health.routes.ts";
import { outboxRoutes } from "./outbox.routes.ts";
import { publicConfig } from "./publicConfig.ts";
import { systemRoutes } from "./system.routes.ts";

type SystemParts = Pick<
  Dependencies,
  | "context"
  | "app"
  | "config"
  | "pools"
  | "metrics"
  | "readiness"
  | "freshness"
  | "outbox"
  | "mqtt"
  | "freeSpace"
  | "every"
  | "problem"
>;

/** A disk fills slowly, and a monitor asks about as often. */
const diskEveryMs = 10_000;

/** What belongs to no other slice: version and settings, health, metrics, documentation, the outbox. */
export async function systemSlice(parts: SystemParts): Promise<void> {
  const { context, app, config, pools, metrics, readiness, freshness } = parts;
  systemRoutes(context, async (origin) =>
    publicConfig(config, pools, {
      origin: config.isPublicUrlSet ? config.publicUrl : origin,
      secondFactors: await pools.secondFactors(),
    }),
  );
  const disk = diskSpace(parts.freeSpace);
  readiness.part("disk", disk.unhealthyReason);
  await disk.look().catch(parts.problem);
  parts.every(diskEveryMs, disk.look);
  healthRoutes(app, { metrics, metricsToken: config.metricsToken, readiness, freshness });
  outboxRoutes(app, config.outbox, parts.outbox);
  await docsRoutes(app, parts.mqtt);
}
