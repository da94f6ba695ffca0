import { grants } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import { listActiveAlerts, listAssetGeofenceHistory, listGeofenceHistory } from "@pulse/contract/geofenceStays";
import { route, type RouteContext } from "../../platform/http/route.ts";
import { spanOf } from "../../platform/http/span.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { GeofencesService } from "./geofences.service.ts";
import type { GeofenceStays } from "./geofenceStays.ts";

/** Which assets are in which geofences, and which were. */
export function geofenceStaysRoutes(
  context: RouteContext,
  parts: {
    geofences: Pick<GeofencesService, "reachable">;
    /** An asset and its site. Throws `not_found`. */
    asset(viewer: Viewer, id: string): Promise<{ id: string; siteId: string }>;
    stays: GeofenceStays;
    now: () => number;
  },
): void {
  const { stays, now } = parts;
  route(context, listActiveAlerts, async ({ site, query }) => ({
    content: await stays.active(site.siteId, { needsAttention: query.needsAttention ?? false }),
  }));
  route(context, listGeofenceHistory, async ({ viewer, params, query, reply }) => {
    const { id, siteId } = await parts.geofences.reachable(viewer, params.id);
    stays.checkSite(siteId, query);
    const span = { of: { geofenceId: id }, ...spanOf(query, now()) };
    if (query.returnFile) return { sent: await stays.file(reply, siteId, span, query) };
    return stays.page(span, query);
  });
  route(context, listAssetGeofenceHistory, async ({ viewer, params, query, reply }) => {
    if (query.returnFile && !grants(viewer.access, { area: "asset_download", letter: "r" }))
      throw new AppError("operation_not_allowed");
    const { id, siteId } = await parts.asset(viewer, params.id);
    stays.checkSite(siteId, query);
    const span = { of: { assetId: id }, ...spanOf(query, now()) };
    if (query.returnFile) return { sent: await stays.file(reply, siteId, span, query) };
    return stays.page(span, query);
  });
}
