import { createTrackerCredentials, listTrackerTypes } from "@pulse/contract/trackers";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { TrackersService } from "./trackers.service.ts";

/** Trackers, `identifier` in the names of access: their kinds and their MQTT credentials so far. */
export function trackersRoutes(context: RouteContext, trackers: TrackersService): void {
  route(context, listTrackerTypes, async () => ({ content: await trackers.types() }));
  route(
    context,
    createTrackerCredentials,
    async ({ params, write }) => ({ content: await trackers.newCredentials(write, params.id) }),
    (viewer, { id }) => trackers.reachable(viewer, id),
  );
}
