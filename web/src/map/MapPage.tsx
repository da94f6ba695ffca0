import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { RequireAccess } from "../entity/RequireAccess.tsx";
import { pageNeeds } from "@pulse/contract/access";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { StopPage } from "../shell/StopPage.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { useLayout } from "../theme/useLayout.ts";
import { DeskMap } from "./DeskMap.tsx";
import { PhoneMap } from "./PhoneMap.tsx";
import { TabletMap } from "./TabletMap.tsx";
import { useMapPage } from "./useMapPage.ts";
import type { AccessibleSite } from "@pulse/contract/customers";

const layouts = { phone: PhoneMap, tablet: TabletMap, desk: DeskMap };

/** `/sites/{id}/map`. */
export default function MapPage() {
  const { siteId } = useParams();
  const { t } = useTranslation();
  const { data: sites } = useAccessibleSites();
  const site = sites?.find(({ id }) => id === siteId);
  useTitle(site === undefined ? t("nav.map") : `${t("nav.map")} · ${site.name}`);
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
  const Layout = layouts[useLayout()];
  return <Layout page={page} />;
}
