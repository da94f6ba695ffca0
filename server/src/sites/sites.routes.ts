import { pageMetadata } from "@pulse/contract/page";
import { getSite, listFloors, listSiteHardwareTypes, listSites } from "@pulse/contract/sites";
import type { CustomersService } from "../customers/customers.service.ts";
import { route, type RouteContext } from "../http/route.ts";
import type { SitesService } from "./sites.service.ts";

/** Reading sites and floors. */
export function sitesRoutes(
  context: RouteContext,
  sites: SitesService,
  customers: Pick<CustomersService, "hardwareTypes">,
): void {
  route(context, listSites, async ({ viewer }) => {
    const content = await sites.list(viewer);
    return { content, metadata: pageMetadata(content.length, 1, Math.max(1, content.length)) };
  });
  route(context, getSite, async ({ viewer, params }) => ({ content: await sites.detail(viewer, params.id) }));
  route(context, listFloors, async ({ viewer, params }) => ({ content: await sites.floors(viewer, params.id) }));
  route(context, listSiteHardwareTypes, async ({ viewer, params }) => {
    const { customerId } = await sites.enter(viewer, params.id);
    return { content: await customers.hardwareTypes(viewer, customerId) };
  });
}
