import type { PipelineDependencies } from "../dependencies.ts";
import { explainRoutes } from "./explain.routes.ts";

/** What can be asked of the live path: why a tracker is where it is. */
export function locateSlice(parts: Pick<PipelineDependencies, "context" | "located">): void {
  explainRoutes(parts.context, parts.located.explain);
}
