import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { RequireAccess } from "../../entity/RequireAccess.tsx";
import { pageNeeds } from "@pulse/contract/access";
import { useAccessibleSites } from "../../sites/sites.api.ts";
import { StopPage } from "../../shell/StopPage.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { useLayout } from "../../theme/useLayout.ts";
import { DeskMap } from "./DeskMap.tsx";
import { PhoneMap } from "./PhoneMap.tsx";
import { TabletMap } from "./TabletMap.tsx";
import { useMapPage } from "../model/useMapPage.ts";
import type { AccessibleSite } from "@pulse/contract/customers";

// Part of the map page for the router, which loads that page before anybody is signed in; so the wall display is loaded separately.
const Kiosk = lazy(() => import("../kiosk/Kiosk.tsx"));
const layouts = { phone: PhoneMap, tablet: TabletMap, desk: DeskMap };

/** `/sites/{id}/map`; without a site it is `/wall`. */
export default function MapPage() {
  const { siteId } = useParams();
  return siteId === undefined ? (
    <Suspense fallback={null}>
      <Kiosk />
    </Suspense>
  ) : (
    <SiteMapPage siteId={siteId} />
  );
}

function SiteMapPage({ siteId }: { siteId: string }) {
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
