import type { Parts } from "../parts.ts";
import { scansRoutes } from "./scans.routes.ts";

/** What gateways send over HTTP. */
export async function ingestSlice(parts: Pick<Parts, "context" | "scans">): Promise<void> {
  await scansRoutes(parts.context, parts.scans);
}
