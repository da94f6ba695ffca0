import { AppError } from "@pulse/contract/errors";
import { explainTracker } from "@pulse/contract/trackerExplanation";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { ExplainService } from "./explain.service.ts";

/** "Why is it there", for people with the developer tools. */
export function explainRoutes(context: RouteContext, explain: ExplainService): void {
  route(context, explainTracker, async ({ viewer, params, query }) => {
    if (!viewer.devToolEnabled && !viewer.isSuperadmin) throw new AppError("operation_not_allowed");
    return { content: await explain.of(viewer, params.id, query.at) };
  });
}
