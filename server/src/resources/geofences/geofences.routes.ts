import { AppError, errorMessage } from "@pulse/contract/errors";
import {
  createGeofence,
  deleteGeofence,
  downloadGeofences,
  getGeofence,
  listGeofences,
  searchGeofences,
  updateGeofence,
} from "@pulse/contract/geofences";
import type { FastifyReply } from "fastify";
import { formRoute, type UploadStore } from "../../platform/http/formRoute.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { GeofenceImport } from "./geofenceImport.ts";
import type { GeofenceQuery, GeofencesService } from "./geofences.service.ts";
import type { GeofenceWriting } from "./geofenceWriting.ts";

export async function geofencesRoutes(
  context: RouteContext,
  parts: {
    geofences: GeofencesService;
    writing: GeofenceWriting;
    file(
      reply: FastifyReply,
      request: { viewer: Viewer; siteId: string; nowMs: number; query: GeofenceQuery; zone: string },
    ): Promise<FastifyReply>;
    kml: GeofenceImport;
    uploads: UploadStore;
    now: () => number;
  },
): Promise<void> {
  const { geofences, writing, kml, uploads, now } = parts;
  const reach = (viewer: Viewer, { id }: { id: string }) => geofences.reachable(viewer, id);

  route(context, listGeofences, ({ query, site }) => geofences.search(site.siteId, query, "list"));
  route(context, searchGeofences, ({ query, site }) => geofences.search(site.siteId, query, "search"));
  route(context, downloadGeofences, async ({ viewer, query, site, reply }) => {
    const zone = query.convertToTimezone ?? query.timezone ?? "UTC";
    return { sent: await parts.file(reply, { viewer, siteId: site.siteId, nowMs: now(), query, zone }) };
  });
  route(context, getGeofence, async ({ viewer, params }) => ({
    content: await geofences.detail((await geofences.reachable(viewer, params.id)).id),
  }));

  await formRoute(
    context,
    { ...createGeofence, form: createGeofence.form! },
    uploads,
    async ({ site, query, body, write }, files) => {
      if (query.type !== "kml") return { content: await writing.create(write, site, body) };
      if (query.dryRun !== true) return { content: await kml.load(write, site, body, files, query) };
      return { content: write.unchanged(await kml.preview(site, body, files, query), 200) };
    },
  );
  await formRoute(
    context,
    { ...updateGeofence, form: updateGeofence.form! },
    uploads,
    async ({ viewer, params, query, body, write }, files) => {
      const place = await geofences.reachable(viewer, params.id);
      const { siteId = place.siteId, customerId = place.customerId } = query;
      if (siteId !== place.siteId || customerId !== place.customerId) throw new AppError("not_found");
      if (query.type !== "kml" && files.size > 0) throw fileWithoutType();
      const sent = query.type === "kml" ? { ...body, ...(await kml.only(files, query)), vertices: undefined } : body;
      return { content: await writing.change(write, place, sent) };
    },
    reach,
  );
  route(
    context,
    deleteGeofence,
    async ({ viewer, params, write }) => ({
      content: await writing.remove(write, await geofences.reachable(viewer, params.id)),
    }),
    reach,
  );
}

/** A file of a request that does not say so with `type=kml`: it would have been ignored. */
function fileWithoutType(): AppError {
  const code = "field_required";
  return new AppError(code, { details: [{ path: "type", code, message: errorMessage(code) }] });
}
