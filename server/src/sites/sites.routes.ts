import { AppError } from "@pulse/contract/errors";
import { pageMetadata } from "@pulse/contract/page";
import { type FloorPlan, getSite, listFloors, listSites, type Site } from "@pulse/contract/sites";
import { route, type RouteContext } from "../http/route.ts";
import type { SitesRepository } from "./sites.repository.ts";

/** Sites and floors as far as they are read. */
export function sitesRoutes(context: RouteContext, sites: SitesRepository): void {
  route(context, listSites, async ({ viewer }) => {
    const all = await sites.list({ customerId: viewer.isSuperadmin ? null : viewer.customerId });
    const content = all.filter((site) => viewer.siteIds?.has(site.id) ?? true);
    return { content, metadata: pageMetadata(content.length, 1, Math.max(1, content.length)) };
  });

  route(context, getSite, async ({ viewer, params }) => {
    const { siteId } = await context.enterSite(viewer, params.id);
    const [site] = await sites.list({ customerId: null, siteId });
    if (!site) throw new AppError("not_found");
    return { content: { ...site, buildings: buildingsOf(site) } };
  });

  route(context, listFloors, async ({ viewer, params }) => {
    const { siteId } = await context.enterSite(viewer, params.id);
    return { content: await sites.floors(siteId) };
  });
}

function buildingsOf(site: Site): NonNullable<Site["buildings"]> {
  const buildings = Map.groupBy(site.floorPlans, (plan: FloorPlan) => plan.buildingId);
  return [...buildings].map(([id, floors]) => ({ id, name: floors[0]!.buildingName, floors }));
}
