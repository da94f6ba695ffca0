import { useEffect } from "react";
import { useServices } from "../services.tsx";
import { useAccessibleSites } from "./sites.api.ts";

/** Gives up an active site that the person may not enter any more, as one kept from an earlier visit. */
export function useActiveSiteCheck(): void {
  const { activeSite } = useServices();
  const { data: sites } = useAccessibleSites();
  useEffect(() => {
    const active = activeSite.current();
    if (sites !== undefined && active !== null && !sites.some(({ id }) => id === active.siteId)) activeSite.clear();
  }, [sites, activeSite]);
}
