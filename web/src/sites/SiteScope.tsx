import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useNavigate, useParams } from "react-router";
import { useServices } from "../services/services.tsx";
import { StopPage } from "../shell/StopPage.tsx";
import { NotLoaded } from "../ui/NotLoaded.tsx";
import { rememberSite } from "./recentSites.ts";
import { useAccessibleSites } from "./sites.api.ts";

/** Everything under `/sites/{id}`: makes that site the active one, and leaves when it is gone. */
export function SiteScope() {
  const { t } = useTranslation();
  const { siteId } = useParams();
  const { activeSite, session } = useServices();
  const navigate = useNavigate();
  const { data: sites, isError, refetch } = useAccessibleSites();
  const site = sites?.find(({ id }) => id === siteId);
  const entered = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (site === undefined) return;
    entered.current = site.id;
    activeSite.choose(site);
    rememberSite(localStorage, session.subject() ?? "", site.id);
  }, [site, activeSite, session]);
  useEffect(
    () =>
      activeSite.subscribe(() => {
        // A sign-out also clears the active site, and goes to the sign-in by itself.
        if (activeSite.current() !== null || session.current() === null) return;
        // A site that was stored by an earlier visit and never opened in this one is simply not found.
        if (entered.current !== siteId) return;
        void navigate("/", { replace: true, state: { isSiteGone: true } });
      }),
    [activeSite, session, navigate, siteId],
  );

  if (sites === undefined && isError) return <NotLoaded title={t("site.failed")} retry={() => void refetch()} />;
  if (sites === undefined) return null;
  // Somebody else's site is treated like one that does not exist.
  return site === undefined ? <StopPage code="PageNotFound" /> : <Outlet />;
}
