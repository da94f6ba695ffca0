import { IconBroadcastOff, IconBroadcast } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { MapData } from "../model/useMapData.ts";

/** The switch of the live map, among a phone's buttons. */
export function PauseButton({ page: { pause, playback } }: { page: MapData }) {
  const { t } = useTranslation();
  if (playback.span !== null) return null;
  const isPaused = pause.sinceMs !== null;
  return (
    <button type="button" aria-label={t(isPaused ? "onMap.resume" : "onMap.pause")} onClick={pause.toggle}>
      {isPaused ? (
        <IconBroadcast size={21} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconBroadcastOff size={21} stroke={1.8} aria-hidden="true" />
      )}
    </button>
  );
}
