import { Tooltip } from "@mantine/core";
import { useFullscreenDocument } from "@mantine/hooks";
import { IconFocusCentered, IconMaximize, IconMinimize, IconMinus, IconPlus } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { CompassNeedle } from "./CompassNeedle.tsx";
import classes from "./MapControls.module.css";
import type { MapHandle } from "./SiteMapView.tsx";

interface Props {
  bearing: number;
  handle: RefObject<MapHandle | null>;
  frame: RefObject<HTMLElement | null>;
}

/** Compass, zoom, fit and full screen. */
export function MapControls({ bearing, handle, frame }: Props) {
  const { t } = useTranslation();
  const { fullscreen } = useFullscreenDocument();
  const toggleFullScreen = (): void =>
    void (fullscreen ? document.exitFullscreen() : frame.current?.requestFullscreen())?.catch(() => undefined);
  const side = bearing > 0 ? t("map.left") : t("map.right");
  const turn = bearing === 0 ? t("map.turn") : t("map.turnNorth", { degrees: Math.abs(bearing), side });
  return (
    <div className={classes["controls"]}>
      <Control label={turn} onClick={() => handle.current?.turn()}>
        <CompassNeedle bearing={bearing} />
      </Control>
      <Control label={t("map.zoomIn")} onClick={() => handle.current?.zoomBy(1)}>
        <IconPlus size={18} stroke={1.75} />
      </Control>
      <Control label={t("map.zoomOut")} onClick={() => handle.current?.zoomBy(-1)}>
        <IconMinus size={18} stroke={1.75} />
      </Control>
      <Control label={t("map.fit")} onClick={() => handle.current?.fit()}>
        <IconFocusCentered size={18} stroke={1.6} />
      </Control>
      <Control label={fullscreen ? t("map.leaveFullScreen") : t("map.fullScreen")} onClick={toggleFullScreen}>
        {fullscreen ? <IconMinimize size={18} stroke={1.6} /> : <IconMaximize size={18} stroke={1.6} />}
      </Control>
    </div>
  );
}

function Control({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip label={label} position="left">
      <button type="button" aria-label={label} onClick={onClick}>
        {children}
      </button>
    </Tooltip>
  );
}
