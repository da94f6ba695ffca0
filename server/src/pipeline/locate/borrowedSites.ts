import { isolatedModel } from "@pulse/positioning/explain/isolatedModel";
import type { LiveSite } from "./liveSite.ts";
import type { SiteModels } from "./siteModels.ts";

/** Sites for locating beside the live path: they know what the live models know, and teach them nothing. */
export interface BorrowedSites extends Pick<SiteModels, "ready" | "move"> {
  /** To be called whenever the live path may have located since: what is borrowed shares its scratch space. */
  renew(): void;
}

/** Mobile gateways are left out, since the live models do not know yet where they are now. */
export function borrowedSites(sites: Pick<SiteModels, "ready">): BorrowedSites {
  const borrowed = new Map<string, { of: LiveSite; site: LiveSite }>();
  return {
    ready: (siteId) => {
      const site = sites.ready(siteId);
      if (!site) return site;
      const entry = borrowed.get(siteId);
      if (entry?.of === site) return entry.site;
      const model = isolatedModel(site.model);
      for (const id of site.mobile.unplaced.keys()) model.anchors.delete(id);
      const copy = { ...site, model, selfCalibrating: false };
      borrowed.set(siteId, { of: site, site: copy });
      return copy;
    },
    move: () => "stayed",
    renew: () => borrowed.clear(),
  };
}
