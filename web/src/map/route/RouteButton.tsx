import { IconRoute } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CardAction } from "../cards/CardAction.tsx";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";

interface Props {
  page: MapData & MapSelection;
  guid: string;
  isCompact: boolean;
}

/** Opens the directions to an asset; there are none to where it was in the past. */
export function RouteButton({ page, guid, isCompact }: Props) {
  const { t } = useTranslation();
  if (page.playback.span !== null || page.selectedStatus === "never") return null;
  const open = (): void => page.panel.open("way", guid);
  return <CardAction icon={IconRoute} text={t("way.title")} isCompact={isCompact} onClick={open} />;
}
