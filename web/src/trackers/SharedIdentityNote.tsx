import type { Tracker } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import thingClasses from "../assets/Things.module.css";
import { When } from "../time/When.tsx";

/** That several devices have an identity of a tracker, so that it is not located by it, and what to do. */
export function SharedIdentityNote({ shared }: { shared: NonNullable<Tracker["sharedIdentity"]> }) {
  const { t } = useTranslation();
  const { kind, addresses, lastAt } = shared;
  return (
    <p className={thingClasses["note"]} role="alert">
      {t(`things.trackers.shared.${kind}`, { count: addresses })} <When at={lastAt} format="ago" />
    </p>
  );
}
