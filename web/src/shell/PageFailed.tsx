import { Button } from "@mantine/core";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { useServices } from "../services/services.tsx";
import { NotLoaded } from "../ui/NotLoaded.tsx";
import { reportCrash } from "./reportCrash.ts";
import { useTitle } from "./useTitle.ts";

/**
 * Shown in place of a page that crashed: offers the home page after a fresh start, or the same page once more. Offline, its
 * code may simply not have loaded; then the page opens once the connection is back.
 */
export function PageFailed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { api, connectivity } = useServices();
  const isOnline = useSyncExternalStore(connectivity.subscribe, connectivity.current).state === "online";
  const hadNoContact = useRef(false);
  useEffect(() => void connectivity.check(), [connectivity]);
  useEffect(() => {
    if (!isOnline) hadNoContact.current = true;
    else if (hadNoContact.current) window.location.reload();
  }, [isOnline]);
  const [reference, setReference] = useState<string | null>(null);
  useEffect(() => {
    // Without a connection perhaps only the page's code did not load, and the report would not arrive.
    if (isOnline) void reportCrash(api, error, window.location.pathname).then(setReference);
  }, [api, error, isOnline]);
  const title = t(isOnline ? "error.title" : "error.noContact");
  useTitle(title);
  return (
    <NotLoaded
      title={title}
      text={t(isOnline ? "error.why" : "error.noContactWhy")}
      again={t("error.reload")}
      retry={() => window.location.reload()}
    >
      {/* Not a router link: the broken state may be in memory. */}
      <Button component="a" href={import.meta.env.BASE_URL} variant="default">
        {t("page.home")}
      </Button>
      {reference === null ? null : <small>{t("error.reference", { id: reference })}</small>}
    </NotLoaded>
  );
}

/** The same for errors that the router catches. */
export function RouteFailed() {
  return <PageFailed error={useRouteError()} />;
}
