import { IconCloudOff, IconPlugConnectedX, IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { clockTime } from "../time/ages.ts";
import classes from "./ConnectionBanner.module.css";
import { useAppState } from "./useAppState.ts";

const icons = { Reconnecting: IconPlugConnectedX, NetworkDisconnected: IconWifiOff, ServerDisconnected: IconCloudOff };

/** Above every page while the connection is broken: why, and since when the data may be old. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const { connectivity } = useServices();
  const { state, lastContactMs } = useSyncExternalStore(connectivity.subscribe, connectivity.current);
  const info = useAppState((app) => app.info);
  if (state === "online" || info === null) return null;
  const Icon = icons[state];
  return (
    <div className={classes["banner"]} role="status" data-state={state}>
      <Icon size={17} stroke={1.8} aria-hidden="true" />
      <p>
        <b>{t(`errors.${info.code}`)}</b>
        {lastContactMs === null ? null : <span>{t("frame.noContact", { time: clockTime(lastContactMs) })}</span>}
      </p>
    </div>
  );
}
