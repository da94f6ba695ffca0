import { search } from "@pulse/contract/search";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { SearchService } from "./search.service.ts";

/** The search over everything. */
export function searchRoutes(context: RouteContext, find: SearchService): void {
  route(context, search, async ({ viewer, query }) => {
    if (query.siteId !== undefined) await context.enterSite(viewer, query.siteId);
    return { content: await find(viewer, query) };
  });
}
