import { AppError } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import type { SearchQuery } from "../../platform/database/listing.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { SiteEntrance } from "./siteEntrance.ts";
import { buildingsOf } from "./siteWriting.ts";
import type { SitesRepository } from "./sites.repository.ts";

export type SitesService = ReturnType<typeof sitesService>;

/** Sites, visible to whoever may enter them; for everybody else they do not exist (404). */
export function sitesService(parts: { sites: SitesRepository; enter: SiteEntrance["enter"] }) {
  const { sites, enter } = parts;
  return {
    enter,

    /** Throws `not_found` for a floor that is not on a site that the viewer may enter. */
    enterFloor: async (viewer: Viewer, id: string, floorId: string): Promise<void> => {
      const { siteId } = await enter(viewer, id);
      if (!(await sites.hasFloor(siteId, floorId))) throw new AppError("not_found");
    },

    /** A superadmin sees those of all customers, or of the one that is asked for; others see only their own. */
    search: async (
      viewer: Viewer,
      { customerId = null, ...query }: SearchQuery & { customerId?: string | null | undefined },
    ): Promise<{ content: Site[]; metadata: PageMetadata }> => {
      const own = viewer.isSuperadmin ? customerId : viewer.customerId;
      const isOthers = customerId !== null && customerId !== own;
      const siteIds = viewer.siteIds === null ? null : [...viewer.siteIds];
      return sites.search({ customerId: own, siteIds: isOthers ? [] : siteIds }, query);
    },

    detail: async (viewer: Viewer, id: string): Promise<Site> => {
      const { siteId } = await enter(viewer, id);
      const site = await sites.find(siteId);
      if (!site) throw new AppError("not_found");
      return { ...site, buildings: buildingsOf(site) };
    },

    floors: async (viewer: Viewer, id: string): Promise<FloorPlan[]> => sites.floors((await enter(viewer, id)).siteId),
  };
}
