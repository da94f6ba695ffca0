import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useTranslation } from "react-i18next";
import type { CredentialLine } from "../devices/CredentialLines.tsx";
import { CredentialsDialog } from "../devices/CredentialsDialog.tsx";

/** What is known of a tracker's account: where the broker is and its topics come with a fresh password alone. */
export type KnownCredentials = Pick<MqttCredentials, "mqttGuid" | "mqttUsername" | "mqttPassword"> &
  Partial<MqttCredentials>;

interface Props {
  title: string;
  credentials: KnownCredentials;
  onClose(): void;
}

/** The MQTT account of a tracker that sends by itself, ready to be pasted; the password is shown here alone. */
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
