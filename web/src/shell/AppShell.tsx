import { can, pageNeeds } from "@pulse/contract/access";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useMatch, useParams } from "react-router";
import { readActiveSite } from "../sites/activeSite.ts";
import { useAccess } from "../sites/sites.api.ts";
import { usePhone } from "../theme/usePhone.ts";
import classes from "./AppShell.module.css";
import { BottomBar } from "./BottomBar.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { sections } from "./sections.ts";
import { SideNav } from "./SideNav.tsx";
import { TopBar } from "./TopBar.tsx";

/** The frame around every page of the product. */
export function AppShell() {
  const { t } = useTranslation();
  const { siteId } = useParams();
  const { data: access } = useAccess();
  const [isOpen, setOpen] = useState(false);
  const isPhone = usePhone();
  // On a phone the map carries its own search and menus.
  const isMap = useMatch("/sites/:siteId/map") !== null;
  const site = siteId ?? readActiveSite(localStorage);
  const visible = access === undefined ? [] : sections.filter(({ page }) => can(access, pageNeeds[page]));
  const content = (
    <main id="content" className={classes["main"]} tabIndex={-1}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
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
      <SideNav sections={visible} siteId={site} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div className={classes["column"]}>
        <TopBar />
        {content}
      </div>
    </div>
  );
}
