import { Tooltip } from "@mantine/core";
import { useFullscreenDocument } from "@mantine/hooks";
import {
  IconChartHistogram,
  IconFocusCentered,
  IconHistory,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconBroadcastOff,
  IconBroadcast,
  IconPlus,
  IconRuler2,
  IconShare2,
} from "@tabler/icons-react";
import { createContext, type ReactNode, type RefObject, useContext } from "react";
import { useTranslation } from "react-i18next";
import { CompassNeedle } from "./CompassNeedle.tsx";
import classes from "./MapControls.module.css";
import { lastSpan } from "../playback/lastSpan.ts";
import { type SharedMap, ShareMenu } from "../sharing/ShareMenu.tsx";
import type { MapSelection } from "../model/useMapSelection.ts";

interface Props {
  page: SharedMap & Pick<MapSelection, "panel">;
  bearing: number;
  frame: RefObject<HTMLElement | null>;
  /** They are at the left of the map, since a card is at its right. */
  isLeft?: boolean;
}

/** Ruler, time travel, where time goes, compass, zoom, fit, share and full screen. */
export function MapControls({ page, bearing, frame, isLeft = false }: Props) {
  const { t } = useTranslation();
  const { handle, isMeasuring, setMeasuring, playback, pause, panel } = page;
  const isPaused = pause.sinceMs !== null;
  const { fullscreen } = useFullscreenDocument();
  const toggleFullScreen = (): void =>
    void (fullscreen ? document.exitFullscreen() : frame.current?.requestFullscreen())?.catch(() => undefined);
  const side = bearing > 0 ? t("map.left") : t("map.right");
  const turn = bearing === 0 ? t("map.turn") : t("map.turnNorth", { degrees: Math.abs(bearing), side });
  return (
    <LabelSide value={isLeft ? "right" : "left"}>
      <div className={classes["controls"]} data-map-controls data-over-map data-left={isLeft || undefined}>
        <Control label={t("map.ruler")} isPressed={isMeasuring} onClick={() => setMeasuring(!isMeasuring)}>
          <IconRuler2 size={18} stroke={1.6} />
        </Control>
        {playback.span !== null ? null : (
          <Control label={t(isPaused ? "onMap.resume" : "onMap.pause")} onClick={pause.toggle}>
            {isPaused ? <IconBroadcast size={18} stroke={1.75} /> : <IconBroadcastOff size={18} stroke={1.6} />}
          </Control>
        )}
        <Control
          label={t("map.past")}
          isPressed={playback.span !== null}
          onClick={() => playback.open(playback.span === null ? lastSpan(page.nowMs(), null) : null)}
        >
          <IconHistory size={18} stroke={1.6} />
        </Control>
        <Control
          label={t("analysis.title")}
          isPressed={panel.name === "analysis"}
          onClick={() => panel.open(panel.name === "analysis" ? null : "analysis")}
        >
          <IconChartHistogram size={18} stroke={1.6} />
        </Control>
        <div className={classes["zoom"]}>
          <Control label={t("map.zoomIn")} onClick={() => handle.current?.zoomBy(1)}>
            <IconPlus size={18} stroke={1.75} />
          </Control>
          <Control label={t("map.zoomOut")} onClick={() => handle.current?.zoomBy(-1)}>
            <IconMinus size={18} stroke={1.75} />
          </Control>
        </div>
        <Control label={turn} onClick={() => handle.current?.turn()}>
          <CompassNeedle bearing={bearing} />
        </Control>
        <Control label={t("map.fit")} onClick={() => handle.current?.fit()}>
          <IconFocusCentered size={18} stroke={1.6} />
        </Control>
        <ShareMenu page={page}>
          <button type="button" aria-label={t("share.title")} title={t("share.title")}>
            <IconShare2 size={18} stroke={1.6} />
          </button>
        </ShareMenu>
        <Control label={fullscreen ? t("map.leaveFullScreen") : t("map.fullScreen")} onClick={toggleFullScreen}>
          {fullscreen ? <IconMinimize size={18} stroke={1.6} /> : <IconMaximize size={18} stroke={1.6} />}
        </Control>
      </div>
    </LabelSide>
  );
}

/** On which side of a button its label appears: towards the map, not over the navigation. */
const LabelSide = createContext<"left" | "right">("left");

interface ControlProps {
  label: string;
  /** Set for controls that are either on or off. */
  isPressed?: boolean;
  children: ReactNode;
  onClick(): void;
}

function Control({ label, isPressed, children, onClick }: ControlProps) {
  const side = useContext(LabelSide);
  return (
    <Tooltip label={label} position={side}>
      <button type="button" aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </button>
    </Tooltip>
  );
}
