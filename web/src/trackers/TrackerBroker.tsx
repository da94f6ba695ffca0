import { createTrackerCredentials, type Tracker } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import { AccountCard } from "../devices/AccountCard.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";
import { TrackerCredentials } from "./TrackerCredentials.tsx";

/** A tracker's MQTT account, and a new password for it. */
export function TrackerBroker({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const can = useLetters("identifier_management");
  return (
    <AccountCard
      of={tracker}
      mayReset={can.u}
      title={t("things.mqtt.title")}
      warning={t("things.mqtt.resetText")}
      reset={() => api.call(createTrackerCredentials, { params: { id: tracker.id } })}
      freshTitle={t("things.mqtt.freshTitle", { name: tracker.name })}
      Credentials={TrackerCredentials}
    />
  );
}
