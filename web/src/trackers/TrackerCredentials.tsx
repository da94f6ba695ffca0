import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useTranslation } from "react-i18next";
import type { CredentialLine } from "../devices/CredentialLines.tsx";
import { CredentialsDialog } from "../devices/CredentialsDialog.tsx";

/** A tracker's account as far as it is known: the broker's address and the topics come only with a new password. */
export type KnownCredentials = Pick<MqttCredentials, "mqttGuid" | "mqttUsername" | "mqttPassword"> &
  Partial<MqttCredentials>;

interface Props {
  title: string;
  credentials: KnownCredentials;
  onClose(): void;
}

/** The MQTT account of a tracker that publishes by itself, ready to paste; the password is shown only here. */
export function TrackerCredentials({ title, credentials, onClose }: Props) {
  const { t } = useTranslation();
  const { host, port, tlsPort, publishTopics = [], subscribeTopics = [] } = credentials;
  const line = (key: string, value: string): CredentialLine => ({ key, label: t(`things.mqtt.lines.${key}`), value });
  return (
    <CredentialsDialog
      title={title}
      text={t("things.mqtt.once")}
      done={t("things.mqtt.done")}
      lines={[
        ...(host === undefined ? [] : [line("host", host)]),
        ...(port === undefined ? [] : [line("port", String(port))]),
        ...(tlsPort === undefined || tlsPort === null ? [] : [line("tlsPort", String(tlsPort))]),
        line("username", credentials.mqttUsername),
        line("password", credentials.mqttPassword),
        ...publishTopics.map((topic) => line("publish", topic)),
        ...subscribeTopics.map((topic) => line("subscribe", topic)),
      ]}
      onClose={onClose}
    />
  );
}
