import { Button } from "@mantine/core";
import { can } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation } from "react-router";
import { useServices } from "../services/services.tsx";
import { guideNeeds } from "../shell/guideNeeds.ts";
import { useAccess } from "../shell/person.api.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";
import { Page } from "../ui/Page.tsx";
import { SiteSelection } from "./SiteSelection.tsx";
import { useAccessibleSites } from "./sites.api.ts";

/** `/`: goes to the active site or the only one, else offers a choice; without any site it says whom to ask. */
export function HomePage() {
  const { t } = useTranslation();
  const { activeSite } = useServices();
  const state: unknown = useLocation().state;
  const { data: sites, isError, refetch } = useAccessibleSites();
  if (sites === undefined) return isError ? <NotLoaded title={t("site.failed")} retry={() => void refetch()} /> : null;
  // People who have just been sent out of a site are not sent back into it, nor to creating one.
  const isSiteGone = (state as { isSiteGone?: unknown } | null)?.isSiteGone === true;
  if (sites.length === 0) return <NoSite isSiteGone={isSiteGone} />;
  const active = sites.find(({ id }) => id === activeSite.current()?.siteId);
  const target = active ?? (sites.length === 1 && !isSiteGone ? sites[0] : undefined);
  return target === undefined ? <SiteSelection sites={sites} /> : <Navigate to={`/sites/${target.id}`} replace />;
}

/** Without a site: whom to ask or, with permission, a link to create the first one; people who may set up everything go to the guide. */
function NoSite({ isSiteGone }: { isSiteGone: boolean }) {
  const { t } = useTranslation();
  const { data: access } = useAccess();
  const mayAdd = access !== undefined && can(access, { any: [{ area: "site_management", letter: "c" }] });
  if (access !== undefined && can(access, guideNeeds) && !isSiteGone) return <Navigate to="/start" replace />;
  if (!mayAdd) return <Page title={t("site.noSiteTitle")} text={t("site.noSite")} />;
  return (
    <Page title={t("site.noSiteTitle")} text={t("sites.emptyWhy")}>
      <Button component={Link} to="/sites/new">
        {t("sites.add")}
      </Button>
    </Page>
  );
}
