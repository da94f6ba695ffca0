import { IconCurrentLocation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import classes from "./TimeBar.module.css";

/** Makes the map follow the asset being played; its card, which normally has this button, is hidden. */
export function FollowButton({ page, guid }: { page: MapViewControls & MapSelection; guid: string }) {
  const { t } = useTranslation();
  const isFollowed = page.isFollowing && page.selected === guid;
  return (
    <button
      type="button"
      className={classes["follow"]}
      aria-label={t("card.follow")}
      title={t("card.follow")}
      aria-pressed={isFollowed}
      onClick={() => {
        if (page.selected !== guid) page.select(guid);
        page.setFollowing(!isFollowed);
      }}
    >
      <IconCurrentLocation size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
