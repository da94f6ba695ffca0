import { ActionIcon, Button, CopyButton, Modal, Tooltip } from "@mantine/core";
import type { MqttCredentials } from "@pulse/contract/gateways";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import classes from "./Customers.module.css";

interface Props {
  title: string;
  /** The server's answer; after creating a customer it names no host. */
  credentials: Pick<MqttCredentials, "mqttGuid" | "mqttUsername" | "mqttPassword" | "subscribeTopics"> &
    Partial<Pick<MqttCredentials, "host" | "port" | "tlsPort">>;
  onClose(): void;
}

/** MQTT credentials with the password, which is shown only here. */
export function CredentialsDialog({ title, credentials, onClose }: Props) {
  const { t } = useTranslation();
  const { host, port, tlsPort } = credentials;
  const lines: [name: string, value: string][] = [
    ["guid", credentials.mqttGuid],
    ["username", credentials.mqttUsername],
    ["password", credentials.mqttPassword],
    ...(host === undefined ? [] : ([["host", host]] satisfies [string, string][])),
    ...(port === undefined ? [] : ([["port", String(port)]] satisfies [string, string][])),
    ...(tlsPort === undefined || tlsPort === null ? [] : ([["tlsPort", String(tlsPort)]] satisfies [string, string][])),
    ...credentials.subscribeTopics.map((topic): [string, string] => ["topic", topic]),
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={520}
      radius="xl"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={dialogClasses}
    >
      <p className={classes["once"]}>{t("customers.mqtt.once")}</p>
      <dl className={classes["secrets"]}>
        {lines.map(([name, value]) => (
          <div key={name + value} data-secret={name === "password" || undefined}>
            <dt>{t(`customers.mqtt.${name}`)}</dt>
            <dd>{value}</dd>
            <Copy name={t(`customers.mqtt.${name}`)} value={value} />
          </div>
        ))}
      </dl>
      <div className={classes["dialogActions"]}>
        <Button onClick={onClose}>{t("customers.mqtt.done")}</Button>
      </div>
    </Modal>
  );
}

function Copy({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const label = copied ? t("customers.mqtt.copied") : t("customers.mqtt.copy", { name });
        const Icon = copied ? IconCheck : IconCopy;
        return (
          <Tooltip label={label}>
            <ActionIcon onClick={copy} aria-label={label}>
              <Icon size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
