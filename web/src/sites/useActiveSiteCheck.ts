import { useEffect } from "react";
import { useServices } from "../services.tsx";
import { useAccessibleSites } from "./sites.api.ts";

/**
 * An active site kept from an earlier visit is only an id: learns its customer and configuration, and gives it up where the
 * person may not enter it any more.
 */
export function useActiveSiteCheck(): void {
  const { activeSite } = useServices();
  const { data: sites } = useAccessibleSites();
  useEffect(() => {
    const active = activeSite.current();
    if (sites === undefined || active === null) return;
    const site = sites.find(({ id }) => id === active.siteId);
    if (site === undefined) activeSite.clear();
    else if (active.config === null) activeSite.choose(site);
  }, [sites, activeSite]);
}
