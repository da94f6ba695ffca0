import { Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useServices } from "../services.tsx";
import { clockTime } from "../time/ages.ts";
import classes from "./ConnectionWords.module.css";

/** Whether what is on the map is live; always in words, with a sign beside them. */
export function ConnectionWords({ onlyTrouble = false }: { onlyTrouble?: boolean }) {
  const { t } = useTranslation();
  const { connection } = useServices();
  const { siteId } = useParams();
  const { state, lastHeardMs } = useSyncExternalStore(connection.subscribe, connection.current);
  if (siteId === undefined || (onlyTrouble && (state === "live" || state === "connecting"))) return null;
  const since = lastHeardMs === null ? null : clockTime(lastHeardMs);
  const words =
    state === "offline" && since !== null ? t("connection.offlineSince", { time: since }) : t(`connection.${state}`);
  return (
    <Tooltip label={t("connection.lastUpdate", { time: since ?? "–" })} disabled={since === null || state === "live"}>
      <span className={classes["words"]} data-state={state} role="status">
        {state === "offline" ? <IconX size={14} stroke={2.4} aria-hidden="true" /> : <i aria-hidden="true" />}
        {words}
      </span>
    </Tooltip>
  );
}
