import { listEvents } from "@pulse/contract/eventStream";
import { route, type RouteContext } from "../http/route.ts";
import type { EventsService } from "./events.service.ts";

/** The stream of events by cursor. */
export function eventsRoutes(context: RouteContext, events: EventsService): void {
  route(context, listEvents, async ({ viewer, query }) => {
    // Whoever may not enter the site is told that it does not exist.
    if (query.siteId !== undefined) await context.enterSite(viewer, query.siteId);
    return events.read(viewer, query);
  });
}
