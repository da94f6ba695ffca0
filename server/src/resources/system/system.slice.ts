import type { Dependencies } from "../dependencies.ts";
import { docsRoutes } from "./docs.routes.ts";
import { outboxRoutes } from "./outbox.routes.ts";
import { publicConfig } from "./publicConfig.ts";
import { systemRoutes } from "./system.routes.ts";

type SystemParts = Pick<Dependencies, "context" | "app" | "config" | "pools" | "outbox" | "mqtt">;

/** What belongs to no other slice: version and settings, documentation, the outbox. */
export async function systemSlice(parts: SystemParts): Promise<void> {
  const { context, app, config, pools } = parts;
  systemRoutes(context, async (origin) =>
    publicConfig(config, pools, {
      origin: config.isPublicUrlSet ? config.publicUrl : origin,
      secondFactors: await pools.secondFactors(),
    }),
  );
  outboxRoutes(app, config.outbox, parts.outbox);
  await docsRoutes(app, parts.mqtt);
}
