import { Button, Switch } from "@mantine/core";
import type { Event } from "@pulse/contract/events";
import { IconBellOff, IconX } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Message } from "../ui/Message.tsx";
import { useCrossingToasts } from "./crossingToasts.ts";
import { eventDays } from "./eventDays.ts";
import { EventLine } from "./EventLine.tsx";
import classes from "./Notifications.module.css";
import type { Reading } from "./useReading.ts";
import { useOlder } from "./useOlder.ts";

const filters = {
  all: () => true,
  unread: ({ status }) => status !== "read",
  geofences: ({ resource }) => resource === "geofence",
  assets: ({ resource }) => resource === "asset",
  devices: ({ resource }) => resource === "tracker" || resource === "gateway",
  others: ({ resource }) => resource === "crud" || resource === "common",
} as const satisfies Record<string, (event: Event) => boolean>;
type Filter = keyof typeof filters;

interface Props {
  reading: Reading;
  /** Events shown before the centre was opened this time: still unread, but no longer new. */
  seen: ReadonlySet<string>;
  onClose(): void;
  /** These have been shown. */
  onSeen(ids: readonly string[]): void;
}

/** Everything that has happened, beside the page. */
export function NotificationCentre({ reading, seen, onClose, onSeen }: Props) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>("all");
  const { events, hasMore, isLoading, more } = useOlder();
  const [areCrossingsOn, setCrossingsOn] = useCrossingToasts();
  const displayed = events.filter(filters[filter]);
  // Determines which day is today.
  const [openedMs] = useState(() => Date.now());
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = useEffectEvent(() => onSeen(events.map(({ id }) => id)));
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The page underneath uses this key too.
    event.stopPropagation();
    onClose();
  });
  useEffect(() => {
    const element = panel.current;
    const pressed = (event: KeyboardEvent): void => press(event);
    element?.addEventListener("keydown", pressed);
    heading.current?.focus();
    return () => {
      element?.removeEventListener("keydown", pressed);
      leave();
    };
  }, []);
  return (
    <aside ref={panel} className={classes["centre"]} aria-label={t("notifications.title")}>
      <header className={classes["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {t("notifications.title")}
        </h2>
        <Button variant="subtle" color="gray" size="xs" onClick={reading.readAll}>
          {t("notifications.readAll")}
        </Button>
        <button type="button" className={classes["close"]} aria-label={t("notifications.close")} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      <div className={classes["filters"]} role="group" aria-label={t("notifications.filter")}>
        {(Object.keys(filters) as Filter[]).map((name) => (
          <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
            {t(`notifications.filters.${name}`)}
            {name === "unread" ? <small>{events.filter(filters.unread).length}</small> : null}
          </button>
        ))}
      </div>
      <div className={classes["list"]}>
        {displayed.length === 0 ? (
          <Message
            icon={<IconBellOff size={28} stroke={1.5} aria-hidden="true" />}
            title={t(filter === "all" ? "notifications.empty" : "notifications.noMatch")}
            text={t("notifications.emptyWhy")}
          />
        ) : (
          eventDays(displayed, openedMs).map(({ date, near, events: ofDay }) => (
            <section key={date} aria-label={near === null ? date : t(`notifications.${near}`)}>
              <h3>{near === null ? date : t(`notifications.${near}`)}</h3>
              <ol>
                {ofDay.map((event) => (
                  <li key={event.id}>
                    <EventLine
                      event={event}
                      status={event.status === "justArrived" && seen.has(event.id) ? "unread" : event.status}
                      onOpen={() => reading.read([event.id])}
                    />
                  </li>
                ))}
              </ol>
            </section>
          ))
        )}
        {hasMore ? (
          <Button variant="default" size="xs" loading={isLoading} onClick={more} className={classes["more"] ?? ""}>
            {t("notifications.older")}
          </Button>
        ) : null}
      </div>
      <footer className={classes["choices"]}>
        <Switch
          size="xs"
          withThumbIndicator={false}
          label={t("notifications.crossingToasts")}
          checked={areCrossingsOn}
          onChange={({ currentTarget }) => setCrossingsOn(currentTarget.checked)}
        />
      </footer>
    </aside>
  );
}
