import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../time/ages.ts";
import classes from "./Scrubber.module.css";

const stepMs = 10_000;
const pages = 20;
/** `HH:mm:ss`. */
const clockLength = 8;

interface Props {
  fromMs: number;
  toMs: number;
  timeMs: number;
  onSeek(ms: number): void;
  /** The drag has ended, or a key was pressed. */
  onSeekEnd(): void;
  /** The content along the axis. */
  children(widthPx: number): ReactNode;
}

/** A handle on the time axis, moved by dragging or keys: 10 s by arrow keys, a twentieth of the span by page keys. */
export function Scrubber({ fromMs, toMs, timeMs, onSeek, onSeekEnd, children }: Props) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const track = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const share = (timeMs - fromMs) / (toMs - fromMs);
  const seekTo = ({ clientX }: PointerEvent): void => {
    const box = track.current!.getBoundingClientRect();
    onSeek(fromMs + Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * (toMs - fromMs));
  };
  const drop = (): void => {
    if (!isDragged) return;
    setDragged(false);
    onSeekEnd();
  };
  const byKey = (event: KeyboardEvent): void => {
    const page = (toMs - fromMs) / pages;
    const to: Record<string, number> = {
      ArrowLeft: timeMs - stepMs,
      ArrowDown: timeMs - stepMs,
      ArrowRight: timeMs + stepMs,
      ArrowUp: timeMs + stepMs,
      PageUp: timeMs + page,
      PageDown: timeMs - page,
      Home: fromMs,
      End: toMs,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onSeek(next);
    onSeekEnd();
  };
  return (
    <div className={classes["scrubber"]}>
      <div
        ref={track}
        className={classes["track"]}
        role="slider"
        tabIndex={0}
        aria-label={t("past.moment")}
        aria-valuemin={0}
        aria-valuemax={Math.round((toMs - fromMs) / 1000)}
        aria-valuenow={Math.round((timeMs - fromMs) / 1000)}
        aria-valuetext={dateTime(timeMs)}
        onKeyDown={byKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(true);
          seekTo(event);
        }}
        onPointerMove={(event) => {
          if (isDragged) seekTo(event);
        }}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <div ref={ref}>{width === 0 ? null : children(width)}</div>
        <div className={classes["ahead"]} style={{ left: `${share * 100}%` }} />
        <div className={classes["head"]} style={{ left: `${share * 100}%` }}>
          <span>{dateTime(timeMs).slice(-clockLength)}</span>
        </div>
      </div>
    </div>
  );
}
