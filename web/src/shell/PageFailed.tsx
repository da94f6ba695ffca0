import { Button } from "@mantine/core";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import { NotLoaded } from "../ui/NotLoaded.tsx";
import { useTitle } from "./useTitle.ts";

/**
 * Shown in place of a page that broke: offers home after a fresh start, or the same page once more. Offline its code may
 * simply not have been loaded; then the page opens once the connection is back.
 */
export function PageFailed() {
  const { t } = useTranslation();
  const { connectivity } = useServices();
  const isOnline = useSyncExternalStore(connectivity.subscribe, connectivity.current).state === "online";
  const hadNoContact = useRef(false);
  useEffect(() => void connectivity.check(), [connectivity]);
  useEffect(() => {
    if (!isOnline) hadNoContact.current = true;
    else if (hadNoContact.current) window.location.reload();
  }, [isOnline]);
  const title = t(isOnline ? "error.title" : "error.noContact");
  useTitle(title);
  return (
    <NotLoaded
      title={title}
      text={t(isOnline ? "error.why" : "error.noContactWhy")}
      again={t("error.reload")}
      retry={() => window.location.reload()}
    >
      {/* Not a link of the router: what broke may be in memory. */}
      <Button component="a" href="/" variant="default">
        {t("page.home")}
      </Button>
    </NotLoaded>
  );
}
