import type { FloorPlan } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { outsideRooms } from "../model/outsideRooms.ts";
import { lastingText } from "./durations.ts";
import { clockRange, clockMinute } from "./eventTimes.ts";
import classes from "./HistoryPanel.module.css";
import type { HistoryEvent } from "./historyEvents.ts";

interface Props {
  events: readonly HistoryEvent[];
  timeMs: number;
  plans: readonly FloorPlan[];
  onSeek(ms: number): void;
}

/** What an asset did, one line per event, and the times without data as breaks; a click goes to an event's moment. */
export function Events({ events, timeMs, plans, onSeek }: Props) {
  const { t } = useTranslation();
  if (events.length === 0) return <p className={classes["none"]}>{t("past.nothing")}</p>;
  const withDates = isOfSeveralDays(events);
  return (
    <ol className={classes["events"]} aria-label={t("past.events")}>
      {events.map((event) => (
        <li
          key={`${event.kind} ${event.atMs} ${"name" in event ? event.name : ""}`}
          data-kind={event.kind}
          data-ahead={event.atMs > timeMs || undefined}
        >
          {event.kind === "gap" ? (
            <span>{t("past.noData", { time: lastingText(event.toMs - event.atMs) })}</span>
          ) : (
            <EventButton event={event} isOfSeveralDays={withDates} plans={plans} onSeek={onSeek} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface ButtonProps {
  event: Exclude<HistoryEvent, { kind: "gap" }>;
  isOfSeveralDays: boolean;
  plans: readonly FloorPlan[];
  onSeek(ms: number): void;
}

function EventButton({ event, isOfSeveralDays: withDate, plans, onSeek }: ButtonProps) {
  const { t } = useTranslation();
  const what =
    event.kind === "halt"
      ? (event.room ?? outsideRooms(event, plans, t))
      : t(`past.${event.kind}`, { fence: event.name });
  const when = event.kind === "halt" ? clockRange(event, withDate) : clockMinute(event.atMs, withDate);
  const more =
    event.kind === "halt"
      ? t("past.stoppedFor", { time: lastingText(event.toMs - event.atMs) })
      : event.kind === "left" && event.insideS !== null
        ? t("past.afterInside", { time: lastingText(event.insideS * 1000) })
        : null;
  return (
    <button type="button" onClick={() => onSeek(event.atMs)}>
      <b aria-hidden="true">{event.kind === "halt" ? event.place : ""}</b>
      <span>
        <strong>{t("past.placeAndTime", { place: what, time: when })}</strong>
        {more === null ? null : <small>{more}</small>}
      </span>
    </button>
  );
}

/** Whether times need their date. */
function isOfSeveralDays(events: readonly HistoryEvent[]): boolean {
  const days = new Set(events.map(({ atMs }) => new Date(atMs).toDateString()));
  return days.size > 1;
}
