import { AppError } from "@pulse/contract/errors";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import type { Viewer } from "../http/viewer.ts";
import type { SiteEntrance } from "./siteEntrance.ts";
import { buildingsOf } from "./siteWriting.ts";
import type { SitesRepository } from "./sites.repository.ts";

export type SitesService = ReturnType<typeof sitesService>;

/** Sites, visible to whoever may enter them; for everybody else they do not exist (404). */
export function sitesService(parts: { sites: SitesRepository; enter: SiteEntrance["enter"] }) {
  const { sites, enter } = parts;
  return {
    enter,

    /** A superadmin sees those of all customers. */
    list: async (viewer: Viewer): Promise<Site[]> => {
      const all = await sites.list({ customerId: viewer.isSuperadmin ? null : viewer.customerId });
      return all.filter((site) => viewer.siteIds?.has(site.id) ?? true);
    },

    detail: async (viewer: Viewer, id: string): Promise<Site> => {
      const { siteId } = await enter(viewer, id);
      const [site] = await sites.list({ customerId: null, siteId });
      if (!site) throw new AppError("not_found");
      return { ...site, buildings: buildingsOf(site) };
    },

    floors: async (viewer: Viewer, id: string): Promise<FloorPlan[]> => sites.floors((await enter(viewer, id)).siteId),
  };
}
