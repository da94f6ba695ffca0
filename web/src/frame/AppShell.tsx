import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useMatch } from "react-router";
import { useServices } from "../services/services.tsx";
import { SearchPalette } from "../search/SearchPalette.tsx";
import { useOfflineWorker } from "./useOfflineWorker.ts";
import { useSearchKeys } from "../search/useSearchKeys.ts";
import { useAccess } from "../shell/person.api.ts";
import { useActiveSiteCheck } from "../sites/useActiveSiteCheck.ts";
import { useLayout } from "../theme/useLayout.ts";
import classes from "./AppShell.module.css";
import { BottomBar } from "./BottomBar.tsx";
import { KeySheet } from "./KeySheet.tsx";
import { ErrorBoundary } from "../shell/ErrorBoundary.tsx";
import { Notifications } from "../notifications/Notifications.tsx";
import { SideNav } from "./SideNav.tsx";
import { useKeySheet } from "./useKeySheet.ts";
import { TopBar } from "./TopBar.tsx";
import { useAppState } from "../shell/useAppState.ts";
import { useIsOld } from "../shell/useIsOld.ts";
import { useOwnLanguage } from "../shell/useLanguage.ts";
import { useSections } from "../shell/usePages.ts";
import { isDialogOpen } from "../ui/isDialogOpen.ts";

/** The frame around every page of the product. */
export function AppShell() {
  const { t } = useTranslation();
  const { app } = useServices();
  const { pathname, search: query } = useLocation();
  const { data: access } = useAccess();
  const isOpen = useAppState(({ isOpenNav }) => isOpenNav);
  const layout = useLayout();
  const isPhone = layout === "phone";
  // A rail cannot expand: there is no room for its labels beside the map.
  const isNavOpen = isOpen && layout === "desk";
  // On a phone the map carries its own search and menus.
  const isMap = useMatch("/sites/:siteId/map") !== null;
  const isOld = useIsOld();
  const sections = useSections();
  const [isSearching, setSearching] = useState(false);
  const search = (): void => setSearching(true);
  useSearchKeys(search);
  const [isKeySheetOpen, setKeySheetOpen] = useState(false);
  useKeySheet(() => setKeySheetOpen(true));
  useOwnLanguage();
  useActiveSiteCheck();
  useOfflineWorker();
  // The person was loaded before this frame; with their permissions, everything is ready to start.
  const isReady = access !== undefined;
  useEffect(() => {
    if (isReady) app.finishSetup();
  }, [isReady, app]);
  const main = useFocusOnArrival(pathname);
  // A running wall display is unattended, so it has no navigation and no messages that nobody would close.
  if (pathname === "/wall" && query.includes("sites="))
    return (
      <main ref={main} id="content" tabIndex={-1}>
        <ErrorBoundary address={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
    );
  // One tree for all layouts, so that rotating a phone keeps the text typed into the page.
  return (
    <div
      className={isPhone ? classes["phone"] : classes["shell"]}
      data-layout={layout}
      data-open={isNavOpen || undefined}
    >
      {isPhone ? null : (
        <>
          <a className={classes["skip"]} href="#content">
            {t("nav.skip")}
          </a>
          <SideNav sections={sections} isOpen={isNavOpen} {...(layout === "desk" ? { onToggle: app.toggleNav } : {})} />
        </>
      )}
      <div className={classes["column"]}>
        {isPhone && isMap ? null : <TopBar {...(isPhone ? {} : { onSearch: search })} />}
        <main ref={main} id="content" className={classes["main"]} tabIndex={-1} data-old={isOld || undefined}>
          <ErrorBoundary address={pathname}>
            <Outlet />
          </ErrorBoundary>
        </main>
      </div>
      {isPhone ? <BottomBar sections={sections} onSearch={search} /> : null}
      {isReady ? <Notifications /> : null}
      <SearchPalette isOpen={isSearching} onClose={() => setSearching(false)} />
      {isKeySheetOpen ? <KeySheet onClose={() => setKeySheetOpen(false)} /> : null}
    </div>
  );
}

/** Focuses a page on arrival, unless part of it has taken the focus: keys and screen readers continue from there. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    // A page that loads late does not take the focus from a dialog opened meanwhile.
    if (isDialogOpen()) return;
    if (main.current?.contains(document.activeElement) === false) main.current.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
