import { SegmentedControl } from "@mantine/core";
import type { TFunction } from "i18next";
import { IconArrowLeft, IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DateRange } from "../../dates/DateRange.tsx";
import { timesOf } from "../../dates/span.ts";
import { dateTime } from "../../time/ages.ts";
import { toastsAbove } from "../../ui/toastsAbove.ts";
import { type MapFocus, useMapPart } from "../model/mapFocus.ts";
import { longestSpanMs, type PlaybackSpan } from "./playbackAddress.ts";
import { Chart } from "./Chart.tsx";
import { chartLanes } from "./chartLanes.ts";
import { lastingText } from "./durations.ts";
import { type Player, type PlayerState, speeds } from "./player.ts";
import { Scrubber } from "./Scrubber.tsx";
import type { TrackSummary } from "./trackSummary.ts";
import classes from "./TimeBar.module.css";
import type { HistoryFacts } from "./useHistoryFacts.ts";

interface Props {
  span: PlaybackSpan;
  player: Player;
  state: PlayerState;
  /** The summary of the one asset being viewed; null: several assets or the whole site. */
  summary: TrackSummary | null;
  facts: HistoryFacts;
  /** Whether the panel beside the map has the button back to the live map. */
  hasBackButton: boolean;
  onSpan(span: PlaybackSpan | null): void;
  /** The current time, ms. */
  nowMs(): number;
  focus: MapFocus;
  /** More tools, before the button back to the live map. */
  tools: ReactNode;
}

/** The player under the map: play, speed, start and end, and a handle to drag. */
export function TimeBar({
  span,
  player,
  state,
  summary,
  facts,
  hasBackButton,
  onSpan,
  nowMs: now,
  focus,
  tools,
}: Props) {
  const { t } = useTranslation();
  const { fromMs, toMs } = span;
  const { timeMs, isPlaying, speed } = state;
  // The address gets the moment at which somebody stopped.
  const saveTime = (): void => onSpan({ ...span, timeMs: player.current().timeMs });
  useEffect(() => () => player.pause(), [player]);
  const play = useRef<HTMLButtonElement>(null);
  useMapPart(focus, "history", true, () => play.current?.focus());
  return (
    <section ref={toastsAbove} className={classes["frame"]} aria-label={t("past.title")}>
      <div className={classes["bar"]} data-chart={summary === null ? undefined : ""}>
        <div className={classes["row"]}>
          <button
            ref={play}
            type="button"
            className={classes["play"]}
            aria-label={isPlaying ? t("past.pause") : t("past.play")}
            onClick={() => {
              if (!isPlaying) return player.play();
              player.pause();
              saveTime();
            }}
          >
            {isPlaying ? (
              <IconPlayerPauseFilled size={18} aria-hidden="true" />
            ) : (
              <IconPlayerPlayFilled size={18} aria-hidden="true" />
            )}
          </button>
          <SegmentedControl
            size="xs"
            aria-label={t("past.speed")}
            value={String(speed)}
            data={speeds.map((each) => ({ value: String(each), label: t("past.times", { times: each }) }))}
            onChange={(value) => player.setSpeed(speeds.find((each) => String(each) === value) ?? speed)}
          />
          <span className={classes["left"]} role="status">
            {statusText(state, remainingMs(state, toMs), t)}
          </span>
          <i />
          {summary === null ? null : <Signs summary={summary} facts={facts} />}
          <div className={classes["range"]}>
            <DateRange
              value={{ from: minuteText(fromMs), to: minuteText(toMs) }}
              spans={["hour", "day", "week"]}
              isNeeded
              hasTimes
              onChange={(words) => {
                const nowMs = now();
                const { startTimeUtc, endTimeUtc } = timesOf(words, nowMs);
                const from = Date.parse(startTimeUtc ?? "");
                const to = Math.min(endTimeUtc === undefined ? nowMs : Date.parse(endTimeUtc), from + longestSpanMs);
                // Outside the new span nobody has chosen a moment of it yet.
                const chosenMs = timeMs >= from && timeMs <= to ? timeMs : null;
                if (to > from) onSpan({ ...span, fromMs: from, toMs: to, timeMs: chosenMs });
              }}
            />
          </div>
          {tools}
          {hasBackButton ? null : (
            <button type="button" className={classes["live"]} onClick={() => onSpan(null)}>
              <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
              <span>{t("past.toLive")}</span>
            </button>
          )}
        </div>
        <div className={classes["axis"]}>
          <Scrubber fromMs={fromMs} toMs={toMs} timeMs={timeMs} onSeek={player.seek} onSeekEnd={saveTime}>
            {(widthPx) => <Chart {...{ fromMs, toMs, widthPx, summary, facts, coverage: state.coverage }} />}
          </Scrubber>
        </div>
      </div>
    </section>
  );
}

/** How long a break is named after playing has left it out, ms of this clock. */
const namedMs = 4_000;

function statusText(
  { isFailed, isLoading, skipped, timeMs, speed }: PlayerState,
  leftMs: number,
  t: TFunction,
): string {
  if (isFailed) return t("past.failed");
  if (isLoading) return t("past.loading");
  if (skipped !== null && timeMs - skipped.toMs < namedMs * speed)
    return t("past.noData", { time: lastingText(skipped.toMs - skipped.fromMs) });
  return t("past.remaining", { left: lastingText(leftMs), real: lastingText(leftMs / speed) });
}

/** How much there is still to play, ms. */
function remainingMs({ coverage, timeMs }: PlayerState, toMs: number): number {
  if (coverage === null) return toMs - timeMs;
  return coverage.reduce((sum, each) => sum + Math.max(0, each.toMs - Math.max(timeMs, each.fromMs)), 0);
}

function Signs({ summary, facts }: { summary: TrackSummary; facts: HistoryFacts }) {
  const { t } = useTranslation();
  const lanes = new Set(chartLanes(summary, facts).names.map(({ lane }) => lane));
  const signs = [
    ...(["signal", "battery"] as const).filter((lane) => lanes.has(lane)),
    ...(lanes.has("motion") ? (["moving", "still"] as const) : []),
  ];
  return (
    <span className={classes["signs"]} aria-hidden="true">
      {signs.map((sign) => (
        <span key={sign}>
          <b data-sign={sign} />
          {t(`past.signs.${sign}`)}
        </span>
      ))}
    </span>
  );
}

const minuteText = (ms: number): string => dateTime(ms).slice(0, 16).replace(" ", "T");
