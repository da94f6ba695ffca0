import type { PipelineDependencies } from "../dependencies.ts";
import { scansRoutes } from "./scans.routes.ts";

/** What gateways send over HTTP. */
export async function ingestSlice(parts: Pick<PipelineDependencies, "context" | "scans">): Promise<void> {
  await scansRoutes(parts.context, parts.scans);
}
