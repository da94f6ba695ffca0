import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../time/ages.ts";
import classes from "./Wall.module.css";

/** Says, legible across a hall, that the display is not current, and since when. */
export function WallBanner({ sinceMs }: { sinceMs: number }) {
  const { t } = useTranslation();
  return (
    <p className={classes["banner"]} role="alert">
      <IconPlugConnectedX size={28} stroke={1.8} aria-hidden="true" />
      <b>{t("wall.notLive", { time: dateTime(sinceMs) })}</b>
      <span>{t("wall.lastKnown")}</span>
    </p>
  );
}
