import { useState } from "react";
import { NotificationCentre } from "./NotificationCentre.tsx";
import { Toasts } from "./Toasts.tsx";
import { useCentre } from "./useCentre.ts";
import { useNewsLine } from "./useNewsLine.ts";
import { useReading } from "./useReading.ts";
import { useReadOwnChanges } from "./useReadOwnChanges.ts";

/** Notifications on every page: toasts for new events, and the centre with all of them. */
export function Notifications() {
  useNewsLine();
  const centre = useCentre();
  const reading = useReading();
  useReadOwnChanges(reading);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <Toasts reading={reading} centre={centre} />
      {centre.isOpen ? (
        <NotificationCentre
          reading={reading}
          seen={seen}
          onSeen={(ids) => setSeen((before) => new Set([...before, ...ids]))}
          onClose={() => {
            centre.close();
            document.querySelector<HTMLElement>("[data-notification-bell]")?.focus();
          }}
        />
      ) : null}
    </>
  );
}
