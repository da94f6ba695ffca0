import type { Endpoint } from "@pulse/contract/endpoint";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { AccountCard } from "../devices/AccountCard.tsx";
import { useServices } from "../services/services.tsx";
import { MqttDialog } from "./MqttDialog.tsx";

interface Props {
  /** The customer or site whose account it is. */
  of: { id: string; name: string; guid: string; username: string | undefined };
  /** Makes a new password. */
  reset: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<MqttCredentials>>;
  mayReset: boolean;
}

/** An MQTT account that listens to a customer or a site, and a new password for it. */
export function MqttAccount({ of: { id, name, guid, username }, reset, mayReset }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  return (
    <AccountCard
      of={{ name, mqttGuid: guid, mqttUsername: username }}
      mayReset={mayReset}
      title={t("customers.mqtt.title")}
      warning={t("customers.mqtt.resetText")}
      reset={() => api.call(reset, { params: { id } })}
      freshTitle={t("customers.mqtt.freshTitle", { name })}
      Credentials={MqttDialog}
    />
  );
}
