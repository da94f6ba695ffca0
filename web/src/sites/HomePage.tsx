import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useServices } from "../services.tsx";
import { NotLoaded } from "../ui/NotLoaded.tsx";
import { Page } from "../ui/Page.tsx";
import { SiteSelection } from "./SiteSelection.tsx";
import { useAccessibleSites } from "./sites.api.ts";

/** `/`: leads to the active site or the only one, else offers a choice; without any site it says whom to ask. */
export function HomePage() {
  const { t } = useTranslation();
  const { activeSite } = useServices();
  const state: unknown = useLocation().state;
  const { data: sites, isError, refetch } = useAccessibleSites();
  if (sites === undefined) return isError ? <NotLoaded title={t("site.failed")} retry={() => void refetch()} /> : null;
  if (sites.length === 0) return <Page title={t("site.noSiteTitle")} text={t("site.noSite")} />;
  const active = sites.find(({ id }) => id === activeSite.current()?.siteId);
  // Somebody who has just been led out of a site is not led back into it.
  const isSiteGone = (state as { isSiteGone?: unknown } | null)?.isSiteGone === true;
  const target = active ?? (sites.length === 1 && !isSiteGone ? sites[0] : undefined);
  return target === undefined ? <SiteSelection sites={sites} /> : <Navigate to={`/sites/${target.id}`} replace />;
}
