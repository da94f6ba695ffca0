import { IconClock, IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../time/ages.ts";
import { durationText } from "../../time/ageText.ts";
import classes from "./Kiosk.module.css";

/** Says, legible across a hall, that the display is not current, and since when. */
export function KioskBanner({ sinceMs }: { sinceMs: number }) {
  const { t } = useTranslation();
  return (
    <p className={classes["banner"]} role="alert">
      <IconPlugConnectedX size={28} stroke={1.8} aria-hidden="true" />
      <b>{t("wall.notLive", { time: dateTime(sinceMs) })}</b>
      <span>{t("wall.lastKnown")}</span>
    </p>
  );
}

/** Says in the same place that the picture is live, but of a moment ago: the server is catching up. */
export function KioskDelay({ delayMs }: { delayMs: number }) {
  const { t } = useTranslation();
  return (
    <p className={classes["banner"]} data-kind="delay" role="status">
      <IconClock size={28} stroke={1.8} aria-hidden="true" />
      <b>{t("connection.behind", { duration: durationText(delayMs / 1000) })}</b>
    </p>
  );
}
