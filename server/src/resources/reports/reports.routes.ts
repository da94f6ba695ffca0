import {
  deleteReport,
  downloadReport,
  getReport,
  listReports,
  openReportLink,
  requestActiveBeacons,
  requestAssetHistory,
  requestAssetSearchHistory,
  requestGeofenceHistory,
} from "@pulse/contract/reports";
import { AppError } from "@pulse/contract/errors";
import type { FastifyReply } from "fastify";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ReportFiles } from "./reportFiles.ts";
import type { ListedReport, ReportsService } from "./reports.service.ts";

export function reportsRoutes(context: RouteContext, parts: { reports: ReportsService; files: ReportFiles }): void {
  const { reports, files } = parts;
  const reach = (viewer: Viewer, { id }: { id: string }) => reports.reachable(viewer, id);
  const send = async (reply: FastifyReply, { id, file_name, file_size }: ListedReport): Promise<FastifyReply> => {
    const file = await files.open(id);
    if (file === null) throw new AppError("not_found");
    return reply
      .headers({
        "content-disposition": `attachment; filename="${file_name ?? id}"`,
        "content-length": file_size ?? 0,
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      })
      .type(file_name?.endsWith(".zip") ? "application/zip" : "text/csv; charset=utf-8")
      .send(file);
  };

  route(context, requestAssetHistory, async ({ site, query, body, write }) => ({
    content: await reports.request(write, "asset-history", site, query, body),
  }));
  route(context, requestGeofenceHistory, async ({ site, query, body, write }) => ({
    content: await reports.request(write, "geofence-history", site, query, body),
  }));
  route(context, requestAssetSearchHistory, async ({ site, query, body, write }) => ({
    content: await reports.request(write, "asset-search-history", site, query, body),
  }));
  route(context, requestActiveBeacons, async ({ site, query, body, write }) => ({
    content: await reports.request(write, "active-beacons", site, query, body),
  }));
  route(context, listReports, async ({ viewer, query }) => {
    if (query.siteId !== undefined) await context.enterSite(viewer, query.siteId);
    return reports.list(viewer, query);
  });
  route(context, getReport, async ({ viewer, params }) => ({ content: await reports.detail(viewer, params.id) }));
  route(
    context,
    deleteReport,
    async ({ viewer, params, write }) => ({
      content: await reports.remove(write, await reports.reachable(viewer, params.id)),
    }),
    reach,
  );
  route(context, downloadReport, async ({ viewer, params, reply }) => ({
    sent: await send(reply, await reports.ofCaller(viewer, params.id)),
  }));
  route(context, openReportLink, async ({ params, reply }) => ({
    sent: await send(reply, await reports.ofLink(params.token)),
  }));
}
