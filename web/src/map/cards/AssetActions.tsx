import { IconCurrentLocation, IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ExplanationButton } from "../explanation/ExplanationButton.tsx";
import { lastSpan } from "../playback/lastSpan.ts";
import { RouteButton } from "../route/RouteButton.tsx";
import { CardAction } from "./CardAction.tsx";
import type { AssetCardPage } from "./useAssetCard.ts";

interface Props {
  page: AssetCardPage;
  guid: string;
  isCompact?: boolean;
  /** More actions, after the first. */
  children?: ReactNode;
}

/** What can be done with the selected asset: follow it, play its history, walk to it, and ask why it is there. */
export function AssetActions({ page, guid, isCompact = false, children }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <CardAction
        icon={IconCurrentLocation}
        text={t("card.follow")}
        isCompact={isCompact}
        isMain
        isPressed={page.isFollowing}
        isDisabled={page.selectedStatus === "never"}
        onClick={() => page.setFollowing(!page.isFollowing)}
      />
      {children}
      <CardAction
        icon={IconHistory}
        text={t("card.history")}
        isCompact={isCompact}
        onClick={() => {
          page.playback.open(
            lastSpan(page.positions.nowMs(), page.positions.get(guid) ?? { guid, lastUpdatedMs: null }),
          );
          page.focus.go("history");
        }}
      />
      <RouteButton page={page} guid={guid} isCompact={isCompact} />
      <ExplanationButton page={page} guid={guid} isCompact={isCompact} />
    </>
  );
}
