import { IconBroadcast } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../time/ages.ts";
import classes from "./RulerChip.module.css";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";

/** Says on the map that it is paused, and since when. */
export function PausedChip({ page: { pause, playback, positions, isMeasuring } }: { page: MapData & DrawnMap }) {
  const { t } = useTranslation();
  if (pause.sinceMs === null || playback.span !== null || isMeasuring) return null;
  return (
    <div className={classes["chip"]} data-over-map>
      <output>{t("onMap.pausedAt", { time: clockTime(positions.nowMs()) })}</output>
      <button type="button" aria-label={t("onMap.resume")} onClick={pause.toggle}>
        <IconBroadcast size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
