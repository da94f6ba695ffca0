import { Tooltip } from "@mantine/core";
import { IconClock, IconX } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { shownDelayMs } from "../live/connection.ts";
import { useServices } from "../services/services.tsx";
import { momentText } from "../time/ages.ts";
import { durationText } from "../time/ageText.ts";
import classes from "./ConnectionWords.module.css";

/** Whether the page is live, on pages with live data; always in words, with an icon. */
export function ConnectionWords() {
  const { t } = useTranslation();
  const { connection, live } = useServices();
  const current = useSyncExternalStore(connection.subscribe, connection.current);
  const { state, lastHeardMs, instead } = current;
  const isLoaded = useSyncExternalStore(live.subscribe, live.isLoaded);
  if (state === "none") return null;
  if (instead !== null)
    return (
      <span className={classes["words"]} data-state="past" role="status">
        <i aria-hidden="true" />
        {t(instead === "past" ? "past.title" : "onMap.paused")}
      </span>
    );
  const delayMs = shownDelayMs(current);
  if (delayMs !== null)
    return (
      <span className={classes["words"]} data-state="behind" role="status">
        <IconClock size={14} stroke={2} aria-hidden="true" />
        {t("connection.behind", { duration: durationText(delayMs / 1000) })}
      </span>
    );
  const isBroken = state === "offline" || state === "reconnecting";
  const since = momentOf(lastHeardMs);
  // Opened without a network: the stored data is as old as its newest position.
  const known = isBroken && since === null && isLoaded ? momentOf(live.newestMs()) : null;
  let words = state === "polling" ? t("past.polling") : t(`connection.${state}`);
  if (state === "offline" && since !== null) words = t("connection.offlineSince", { time: since });
  if (known !== null) words = t("connection.lastKnown", { time: known });
  return (
    <Tooltip label={t("connection.lastUpdate", { time: since ?? "–" })} disabled={since === null || state === "live"}>
      <span className={classes["words"]} data-state={state} role="status">
        {state === "offline" ? <IconX size={14} stroke={2.4} aria-hidden="true" /> : <i aria-hidden="true" />}
        {words}
      </span>
    </Tooltip>
  );
}

function momentOf(ms: number | null): string | null {
  return ms === null ? null : momentText(ms, Date.now());
}
