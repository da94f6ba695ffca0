import { getNotificationState, searchEvents, updateNotificationState } from "@pulse/contract/events";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { NotificationsService } from "./notifications.service.ts";

/** What happened, and which of it the caller has read. */
export function notificationsRoutes(context: RouteContext, notifications: NotificationsService): void {
  route(context, searchEvents, ({ viewer, site, query }) => {
    const { startTime, customerId, page, limit } = query;
    const start = startTime === undefined ? undefined : new Date(startTime);
    return notifications.search(viewer, { siteId: site.siteId, customerId, start, page, limit });
  });
  route(context, getNotificationState, async ({ viewer }) => ({ content: await notifications.state(viewer) }));
  route(context, updateNotificationState, async ({ body, write }) => ({
    content: await notifications.read(write, body),
  }));
}
