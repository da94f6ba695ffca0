import type { Event, EventStatus } from "@pulse/contract/events";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { When } from "../time/When.tsx";
import { EventIcon } from "./EventIcon.tsx";
import { eventDetail, eventPath, eventTitle } from "./eventWords.ts";
import classes from "./Notifications.module.css";

interface Props {
  event: Event;
  status: EventStatus;
  /** The person has opened it. */
  onOpen(): void;
}

/** One event: what happened, when and by whom, with a link to the page of its subject. */
export function EventLine({ event, status, onOpen }: Props) {
  const { t } = useTranslation();
  const path = eventPath(event);
  const detail = eventDetail(t, event);
  const content = (
    <>
      <EventIcon event={event} />
      <span className={classes["words"]}>
        <span className={classes["title"]}>{eventTitle(t, event)}</span>
        <span className={classes["detail"]}>
          <When at={event.timestamp} format="history" />
          {detail === null ? null : <span>{detail}</span>}
          {event.actor === null ? null : <span>{event.actor}</span>}
        </span>
      </span>
      <span className={classes["age"]}>
        <When at={event.timestamp} format="list" />
        {status === "read" ? null : <span className={classes["status"]}>{t(`notifications.status.${status}`)}</span>}
      </span>
    </>
  );
  return path === null ? (
    <button type="button" className={classes["line"]} data-status={status} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <Link className={classes["line"] ?? ""} data-status={status} to={path} onClick={onOpen}>
      {content}
    </Link>
  );
}
