import { Button } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";

interface Props {
  page: MapData & MapSelection;
  guid: string;
  isPlain?: boolean;
}

/** Opens the directions to an asset; there are none to where it was in the past. */
export function RouteButton({ page, guid, isPlain = false }: Props) {
  const { t } = useTranslation();
  if (page.past.span !== null || page.selectedStatus === "never") return null;
  const icon = <IconRoute size={isPlain ? 21 : 16} stroke={1.75} aria-hidden="true" />;
  const open = (): void => page.panel.open("way", guid);
  return isPlain ? (
    <button type="button" data-quiet onClick={open}>
      {icon}
      {t("way.button")}
    </button>
  ) : (
    <Button h={30} variant="default" leftSection={icon} onClick={open}>
      {t("way.title")}
    </Button>
  );
}
