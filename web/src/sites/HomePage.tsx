import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { Page } from "../ui/Page.tsx";
import { readActiveSite } from "./activeSite.ts";
import { useAccessibleSites } from "./sites.api.ts";

/** `/`: on to the site that was open last, at a first visit to the oldest one; without any, whom to ask. */
export default function HomePage() {
  const { t } = useTranslation();
  const { data: sites, isError, refetch } = useAccessibleSites();
  if (isError)
    return (
      <Page title={t("site.failed")}>
        <Button onClick={() => void refetch()}>{t("app.retry")}</Button>
      </Page>
    );
  if (sites === undefined) return null;
  const last = readActiveSite(localStorage);
  // Ids are made in the order of time.
  const [oldest] = sites.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const target = sites.find(({ id }) => id === last) ?? oldest;
  if (target === undefined) return <Page title={t("site.noSiteTitle")} text={t("site.noSite")} />;
  return <Navigate to={`/sites/${target.id}/map`} replace />;
}
