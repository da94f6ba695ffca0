import { createSite, deleteSite, getSite, listSites, type Site, updateSite } from "@pulse/contract/sites";
import { IconBuildingWarehouse } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** The sites of a customer: buildings, floors and their plans. */
export const sites: Noun<Site> = {
  name: "sites",
  texts: "sites",
  path: "/sites",
  page: "/details",
  icon: IconBuildingWarehouse,
  area: "site_management",
  scope: "customer",
  endpoints: { list: listSites, get: getSite, create: createSite, update: updateSite, remove: deleteSite },
  liveMs: 30_000,
  nameOf: ({ name }) => name,
  isNameTyped: true,
  shownIn: ["accessibleSites", "floors", "customers", "groups", "hardwares", "geofences"],
  toKeep: (saved) => {
    const { password: _, ...known } = saved;
    return known;
  },
};
