import {
  createSite,
  createSiteCredentials,
  deleteSite,
  getSite,
  listFloors,
  listSiteHardwareTypes,
  listSites,
  removeUnderlay,
  setFloorDrawing,
  setUnderlay,
  updateSite,
} from "@pulse/contract/sites";
import type { CustomersService } from "../customers/customers.service.ts";
import { formRoute, type UploadStore } from "../../platform/http/formRoute.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { DrawingWriting } from "./drawingWriting.ts";
import type { SitesService } from "./sites.service.ts";
import type { SiteWriting } from "./siteWriting.ts";
import type { UnderlayWriting } from "./underlayWriting.ts";

/** Sites with their buildings and floors. */
export async function sitesRoutes(
  context: RouteContext,
  parts: {
    sites: SitesService;
    writing: SiteWriting;
    drawing: DrawingWriting;
    underlay: UnderlayWriting;
    customers: Pick<CustomersService, "hardwareTypes">;
    uploads: UploadStore;
  },
): Promise<void> {
  const { sites, writing, drawing, underlay, customers, uploads } = parts;
  const reach = (viewer: Viewer, { id }: { id: string }) => sites.enter(viewer, id);

  route(context, listSites, ({ viewer, query }) => sites.search(viewer, query));
  route(context, getSite, async ({ viewer, params }) => ({ content: await sites.detail(viewer, params.id) }));
  route(context, listFloors, async ({ viewer, params }) => ({ content: await sites.floors(viewer, params.id) }));
  route(context, listSiteHardwareTypes, async ({ viewer, params }) => {
    const { customerId } = await sites.enter(viewer, params.id);
    return { content: await customers.hardwareTypes(viewer, customerId) };
  });

  await formRoute(
    context,
    { ...createSite, form: createSite.form! },
    uploads,
    async ({ customerId, body, write }, files) => ({ content: await writing.create(write, customerId, body, files) }),
  );
  await formRoute(
    context,
    { ...updateSite, form: updateSite.form! },
    uploads,
    async ({ params, body, write }, files) => ({ content: await writing.change(write, params.id, body, files) }),
    reach,
  );
  route(
    context,
    deleteSite,
    async ({ params, query, write }) => ({ content: await writing.remove(write, params.id, query.cascade ?? false) }),
    reach,
  );
  route(
    context,
    createSiteCredentials,
    async ({ params, write }) => ({ content: await writing.newCredentials(write, params.id) }),
    reach,
  );
  route(
    context,
    setFloorDrawing,
    async ({ params, body, write }) => ({
      content: await drawing.draw(write, { siteId: params.id, floorId: params.floorId }, body),
    }),
    (viewer, { id, floorId }) => sites.enterFloor(viewer, id, floorId),
  );
  await formRoute(
    context,
    { ...setUnderlay, form: setUnderlay.form! },
    uploads,
    async ({ params, body, write }, files) => ({ content: await underlay.set(write, params.id, body, files) }),
    reach,
  );
  route(
    context,
    removeUnderlay,
    async ({ params, write }) => ({ content: await underlay.remove(write, params.id) }),
    reach,
  );
}
