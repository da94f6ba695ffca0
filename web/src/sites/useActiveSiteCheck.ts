import { useEffect } from "react";
import { useServices } from "../services/services.tsx";
import { useAccessibleSites } from "./sites.api.ts";

/**
 * Only the id of an active site from an earlier visit is known: this looks up its customer and configuration, and clears it
 * if the person may no longer enter it.
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
