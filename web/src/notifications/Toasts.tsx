import { useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Notifications.module.css";
import { Toast } from "./Toast.tsx";
import type { useCentre } from "./useCentre.ts";
import { usePauseOnHover } from "./usePauseOnHover.ts";
import type { Reading } from "./useReading.ts";
import { useToasts } from "./useToasts.ts";

interface Props {
  reading: Reading;
  centre: ReturnType<typeof useCentre>;
}

/** New events, a few at a time. Hidden while the centre is open, which shows them all. */
export function Toasts({ reading, centre }: Props) {
  const { t } = useTranslation();
  const part = useRef<HTMLElement>(null);
  const isPaused = usePauseOnHover(part);
  const { toasts, more, onGone } = useToasts(centre.isOpen);
  return (
    <section ref={part} className={classes["toasts"]} aria-label={t("notifications.toasts")} aria-live="polite">
      {toasts.length > 0 ? (
        <>
          <ol>
            {toasts.map((event) => (
              <Toast
                key={event.id}
                event={event}
                isPaused={isPaused}
                onRead={() => reading.read([event.id])}
                onGone={() => onGone(event.id)}
              />
            ))}
          </ol>
          <p className={classes["foot"]}>
            <button type="button" onClick={centre.open}>
              {more === 0 ? t("notifications.all") : t("notifications.more", { count: more })}
            </button>
            <button type="button" onClick={reading.readAll}>
              {t("notifications.clear")}
            </button>
          </p>
        </>
      ) : null}
    </section>
  );
}
