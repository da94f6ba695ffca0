import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useExitVisibility } from "./useExitVisibility.ts";
import classes from "./Kiosk.module.css";

/** The exit, shown when somebody moves the pointer or presses Escape. It leads to the map of the floor shown. */
export function KioskExit({ siteId, floorId }: { siteId: string; floorId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const { isShown, isByKey } = useExitVisibility();
  useEffect(() => {
    if (isByKey) button.current?.focus();
  }, [isByKey]);
  const leave = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    void navigate(`/sites/${siteId}/map?floor=${floorId}`);
  };
  if (!isShown) return <div className={classes["quiet"]} />;
  return (
    <Button
      ref={button}
      className={classes["leave"] ?? ""}
      size="md"
      leftSection={<IconX size={20} stroke={1.75} aria-hidden="true" />}
      onClick={leave}
    >
      {t("wall.leave")}
    </Button>
  );
}
