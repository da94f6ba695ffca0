import { Menu } from "@mantine/core";
import { IconChartHistogram, IconDots, IconHistory, IconRuler2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { lastSpan } from "../playback/lastSpan.ts";
import { type SharedMap, ShareMenu } from "../sharing/ShareMenu.tsx";
import type { MapSelection } from "../model/useMapSelection.ts";

const icon = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/** The map's tools on a phone behind one button, so that the other buttons stay within a thumb's reach. */
export function PhoneMore({ page }: { page: SharedMap & Pick<MapSelection, "panel"> }) {
  const { t } = useTranslation();
  const { playback, panel, isMeasuring, setMeasuring } = page;
  return (
    <ShareMenu
      page={page}
      above={
        <>
          <Menu.Item
            leftSection={<IconHistory {...icon} />}
            onClick={() => playback.open(lastSpan(page.nowMs(), null))}
          >
            {t("map.past")}
          </Menu.Item>
          <Menu.Item leftSection={<IconChartHistogram {...icon} />} onClick={() => panel.open("analysis")}>
            {t("analysis.title")}
          </Menu.Item>
          <Menu.Item leftSection={<IconRuler2 {...icon} />} onClick={() => setMeasuring(!isMeasuring)}>
            {t("map.ruler")}
          </Menu.Item>
          <Menu.Divider />
        </>
      }
    >
      <button type="button" aria-label={t("way.more")}>
        <IconDots size={21} stroke={1.8} aria-hidden="true" />
      </button>
    </ShareMenu>
  );
}
