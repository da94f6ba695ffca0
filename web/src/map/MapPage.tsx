import { useParams } from "react-router";
import { useEffect } from "react";
import { RequireAccess } from "../access/RequireAccess.tsx";
import { pageNeeds } from "@pulse/contract/access";
import { storeActiveSite } from "../sites/activeSite.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { StopPage } from "../shell/StopPage.tsx";
import { usePhone } from "../theme/usePhone.ts";
import { DeskMap } from "./DeskMap.tsx";
import { PhoneMap } from "./PhoneMap.tsx";
import { useMapPage } from "./useMapPage.ts";
import type { AccessibleSite } from "@pulse/contract/customers";

/** `/sites/{id}/map`. */
export default function MapPage() {
  const { siteId } = useParams();
  const { data: sites } = useAccessibleSites();
  const site = sites?.find(({ id }) => id === siteId);
  useEffect(() => {
    if (site !== undefined) storeActiveSite(localStorage, site.id);
  }, [site]);
  if (sites === undefined) return null;
  // A site that is not mine is the same as none at all.
  if (site === undefined) return <StopPage code="PageNotFound" />;
  return (
    <RequireAccess needs={pageNeeds.map}>
      <OpenMap key={site.id} site={site} />
    </RequireAccess>
  );
}

function OpenMap({ site }: { site: AccessibleSite }) {
  const page = useMapPage(site);
  return usePhone() ? <PhoneMap page={page} /> : <DeskMap page={page} />;
}
