import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { clockText } from "./timeAxis.ts";
import { lastingText } from "./durations.ts";
import classes from "./HistoryPanel.module.css";
import type { Crossing, Halt } from "./trackSummary.ts";

interface Props {
  events: readonly (Halt | Crossing)[];
  timeMs: number;
  onSeek(ms: number): void;
}

/** What an asset did, one line per event; a click goes to its moment. */
export function Events({ events, timeMs, onSeek }: Props) {
  const { t } = useTranslation();
  if (events.length === 0) return <p className={classes["none"]}>{t("past.nothing")}</p>;
  const halts = events.filter(({ kind }) => kind === "halt");
  return (
    <ol className={classes["events"]} aria-label={t("past.events")}>
      {events.map((event) => (
        <li
          key={`${event.kind} ${event.atMs} ${event.kind === "halt" ? "" : event.name}`}
          data-kind={event.kind}
          data-ahead={event.atMs > timeMs || undefined}
        >
          <button type="button" onClick={() => onSeek(event.atMs)}>
            <time dateTime={new Date(event.atMs).toISOString()}>{clockText(event.atMs).slice(0, 5)}</time>
            <b aria-hidden="true">{event.kind === "halt" ? halts.indexOf(event) + 1 : ""}</b>
            <span>
              {event.kind === "halt" ? (
                <strong>{placeOf(event, t)}</strong>
              ) : (
                <strong>{t(`past.${event.kind}`, { fence: event.name })}</strong>
              )}
              {event.kind === "halt" ? (
                <small>{t("past.stoppedFor", { time: lastingText(event.toMs - event.atMs) })}</small>
              ) : event.kind === "left" && event.insideS !== null ? (
                <small>{t("past.afterInside", { time: lastingText(event.insideS * 1000) })}</small>
              ) : null}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function placeOf({ room, nearest }: Halt, t: TFunction): string {
  if (room !== null) return room;
  return nearest === null ? t("assets.nowhere") : t("assets.near", { gateway: nearest });
}
