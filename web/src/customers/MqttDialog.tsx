import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useTranslation } from "react-i18next";
import { CredentialsDialog } from "../devices/CredentialsDialog.tsx";

interface Props {
  title: string;
  /** The server's answer; after creating a customer it names no host. */
  credentials: Pick<MqttCredentials, "mqttGuid" | "mqttUsername" | "mqttPassword" | "subscribeTopics"> &
    Partial<Pick<MqttCredentials, "host" | "port" | "tlsPort">>;
  onClose(): void;
}

/** The MQTT credentials of a customer or a site. */
export function MqttDialog({ title, credentials, onClose }: Props) {
  const { t } = useTranslation();
  const { host, port, tlsPort, subscribeTopics } = credentials;
  const lines: [key: string, value: string | number | null | undefined][] = [
    ["guid", credentials.mqttGuid],
    ["username", credentials.mqttUsername],
    ["password", credentials.mqttPassword],
    ["host", host],
    ["port", port],
    ["tlsPort", tlsPort],
    ...subscribeTopics.map((topic): [string, string] => ["topic", topic]),
  ];
  return (
    <CredentialsDialog
      title={title}
      text={t("customers.mqtt.once")}
      done={t("customers.mqtt.done")}
      lines={lines.flatMap(([key, value]) =>
        value === null || value === undefined ? [] : { key, label: t(`customers.mqtt.${key}`), value: String(value) },
      )}
      onClose={onClose}
    />
  );
}
