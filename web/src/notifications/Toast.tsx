import type { Event } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { IconX } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EventIcon } from "./EventIcon.tsx";
import { eventDetail, eventPath, eventTitle } from "./eventWords.ts";
import classes from "./Notifications.module.css";

interface Props {
  event: Event;
  /** While somebody points at the toasts, or nobody can see them, none disappears. */
  isPaused: boolean;
  onRead(): void;
  /** Its time is over and nobody dismissed it. */
  onGone(): void;
}

/** A new event. It disappears by itself after a while and then counts as read. */
export function Toast({ event, isPaused, onRead, onGone }: Props) {
  const { t } = useTranslation();
  const remainingMs = useRef<number>(limits.toastReadMs);
  const done = useEffectEvent(() => {
    onGone();
    onRead();
  });
  useEffect(() => {
    if (isPaused) return undefined;
    const since = Date.now();
    const timer = setTimeout(done, remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(limits.toastHoverClearMs, remainingMs.current - (Date.now() - since));
    };
  }, [isPaused]);
  const path = eventPath(event);
  const detail = eventDetail(t, event);
  const words = (
    <span className={classes["words"]}>
      <span className={classes["title"]}>{eventTitle(t, event)}</span>
      {detail === null ? null : <span className={classes["detail"]}>{detail}</span>}
    </span>
  );
  return (
    <li className={classes["toast"]} data-toast={event.id}>
      <EventIcon event={event} />
      {path === null ? (
        words
      ) : (
        <Link className={classes["way"] ?? ""} to={path} onClick={onRead}>
          {words}
        </Link>
      )}
      <button type="button" className={classes["close"]} aria-label={t("notifications.dismiss")} onClick={onRead}>
        <IconX size={16} stroke={1.9} aria-hidden="true" />
      </button>
    </li>
  );
}
