import { grants } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import {
  archiveTracker,
  createTracker,
  deleteTracker,
  downloadTrackers,
  getTracker,
  getTrackerHistory,
  listLiveTrackers,
  listTrackers,
  searchTrackers,
  unarchiveTracker,
  updateTracker,
} from "@pulse/contract/trackers";
import { listHeardTrackers, listTrackerSightings, listTrackerTelemetry } from "@pulse/contract/trackerSignals";
import type { Movements } from "../../pipeline/history/movements.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import { spanOf } from "../../platform/http/span.ts";
import { seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import type { TrackerFile } from "./trackerFile.ts";
import type { TrackerReading } from "./trackerReading.ts";
import type { TrackersService } from "./trackers.service.ts";
import type { TrackerWriting } from "./trackerWriting.ts";

/** Trackers as things: lists, where they were, what was heard of them, and changes. */
export function trackerDetailRoutes(
  context: RouteContext,
  parts: {
    trackers: TrackersService;
    reading: TrackerReading;
    writing: TrackerWriting;
    history: Movements;
    file: TrackerFile;
    now: () => number;
  },
): void {
  const { trackers, reading, writing, now } = parts;
  const reach = (viewer: Viewer, { id }: { id: string }) => trackers.reachable(viewer, id);

  route(context, listTrackers, ({ query, site }) => reading.search(site.siteId, query, "list"));
  route(context, searchTrackers, ({ query, site }) => reading.search(site.siteId, query, "search"));
  route(context, listLiveTrackers, async ({ query, site }) => ({
    content: await reading.live(site.siteId, query.at === undefined ? null : new Date(query.at)),
  }));
  route(context, listHeardTrackers, async ({ site }) => ({ content: await reading.unregistered(site.siteId) }));
  route(context, downloadTrackers, async ({ viewer, site, query, reply }) => ({
    sent: await parts.file(reply, site.siteId, query, seesElevation(viewer)),
  }));
  route(context, createTracker, async ({ site, body, write }) => ({
    content: await writing.create(write, site, body),
  }));

  route(context, getTracker, async ({ viewer, params }) => ({
    content: await reading.detail((await reach(viewer, params)).id),
  }));
  route(context, getTrackerHistory, async ({ viewer, params, query, reply }) => {
    if (query.returnFile && !grants(viewer.access, { area: "asset_download", letter: "r" }))
      throw new AppError("operation_not_allowed");
    const { id, name, siteId } = await reach(viewer, params);
    if (query.siteId !== undefined && query.siteId !== siteId) throw new AppError("not_found");
    const mover = { kind: "tracker" as const, id, name, siteId };
    const span = spanOf(query, now());
    if (!query.returnFile) return parts.history.page(mover, span, query);
    const as = { zone: query.convertToTimezone ?? "UTC", elevations: seesElevation(viewer) };
    return { sent: parts.history.file(reply, mover, span, as) };
  });
  route(context, listTrackerSightings, async ({ viewer, params, query }) => ({
    content: await reading.sightings((await reach(viewer, params)).id, spanOf(query, now())),
  }));
  route(context, listTrackerTelemetry, async ({ viewer, params, query }) => ({
    content: await reading.telemetry((await reach(viewer, params)).id, spanOf(query, now())),
  }));

  route(
    context,
    updateTracker,
    async ({ viewer, params, body, write }) => ({
      content: await writing.change(write, await reach(viewer, params), body),
    }),
    reach,
  );
  route(
    context,
    deleteTracker,
    async ({ viewer, params, write }) => ({ content: await writing.remove(write, await reach(viewer, params)) }),
    reach,
  );
  for (const [endpoint, archived] of [
    [archiveTracker, true],
    [unarchiveTracker, false],
  ] as const)
    route(
      context,
      endpoint,
      async ({ viewer, params, write }) => ({
        content: await writing.setArchived(write, await reach(viewer, params), archived),
      }),
      reach,
    );
}
