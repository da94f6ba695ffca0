import { can, pageNeeds } from "@pulse/contract/access";
import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useMatch, useParams } from "react-router";
import { useServices } from "../services.tsx";
import { useAccess } from "../sites/sites.api.ts";
import { usePhone } from "../theme/usePhone.ts";
import classes from "./AppShell.module.css";
import { BottomBar } from "./BottomBar.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { sections } from "./sections.ts";
import { SideNav } from "./SideNav.tsx";
import { TopBar } from "./TopBar.tsx";
import { useAppState } from "./useAppState.ts";

/** The frame around every page of the product. */
export function AppShell() {
  const { t } = useTranslation();
  const { app, activeSite } = useServices();
  const { siteId } = useParams();
  const { pathname } = useLocation();
  const { data: access } = useAccess();
  const isOpen = useAppState(({ isOpenNav }) => isOpenNav);
  const isPhone = usePhone();
  // On a phone the map carries its own search and menus.
  const isMap = useMatch("/sites/:siteId/map") !== null;
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  const site = siteId ?? active?.siteId ?? null;
  const visible = access === undefined ? [] : sections.filter(({ page }) => can(access, pageNeeds[page]));
  // Who it is was asked before this frame; with what they may do, all is there to begin.
  const isReady = access !== undefined;
  useEffect(() => {
    if (isReady) app.finishSetup();
  }, [isReady, app]);
  const content = (
    <main id="content" className={classes["main"]} tabIndex={-1}>
      <ErrorBoundary address={pathname}>
        <Outlet />
      </ErrorBoundary>
    </main>
  );

  if (isPhone)
    return (
      <div className={classes["phone"]}>
        {isMap ? null : <TopBar />}
        {content}
        <BottomBar sections={visible} siteId={site} />
      </div>
    );
  return (
    <div className={classes["shell"]} data-open={isOpen || undefined}>
      <a className={classes["skip"]} href="#content">
        {t("nav.skip")}
      </a>
      <SideNav sections={visible} siteId={site} isOpen={isOpen} onToggle={app.toggleNav} />
      <div className={classes["column"]}>
        <TopBar />
        {content}
      </div>
    </div>
  );
}
