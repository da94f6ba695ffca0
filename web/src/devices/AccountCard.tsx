import { Button } from "@mantine/core";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useMutation } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import classes from "./Devices.module.css";

interface Props {
  of: { name: string; mqttGuid: string; mqttUsername: string | undefined };
  mayReset: boolean;
  title: string;
  /** What happens to users of the old password. */
  warning: string;
  reset(): Promise<MqttCredentials>;
  freshTitle: string;
  /** What else belongs into the device's own settings. */
  settings?: ReactNode;
  /** Shows the new password, this once. */
  Credentials: ComponentType<{ title: string; credentials: MqttCredentials; onClose(): void }>;
}

/** The MQTT account of a device, a site or a customer, and a new password for it. */
export function AccountCard({ of, mayReset, title, warning, reset, freshTitle, settings, Credentials }: Props) {
  const { t } = useTranslation();
  const opener = useRef<HTMLButtonElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [created, setCreated] = useState<MqttCredentials | null>(null);
  const resetting = useMutation({
    mutationFn: reset,
    onSuccess: (credentials) => {
      setAsked(false);
      setCreated(credentials);
    },
  });
  return (
    <FormSection title={title} isBare>
      <dl className={classes["account"]}>
        <div>
          <dt>{t("devices.account.guid")}</dt>
          <dd>{of.mqttGuid}</dd>
        </div>
        <div>
          <dt>{t("devices.account.username")}</dt>
          <dd>{of.mqttUsername}</dd>
        </div>
      </dl>
      {settings ? <div className={classes["settings"]}>{settings}</div> : null}
      {mayReset ? (
        <div className={classes["reset"]}>
          <Button
            ref={opener}
            variant="default"
            onClick={() => {
              resetting.reset();
              setAsked(true);
            }}
          >
            {t("devices.account.reset")}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        isOpen={isAsked}
        title={t("devices.account.resetTitle", { name: of.name })}
        text={warning}
        confirm={t("devices.account.reset")}
        entity={of.name}
        isBusy={resetting.isPending}
        failure={resetting.error}
        onConfirm={() => resetting.mutate()}
        onClose={() => setAsked(false)}
      />
      {created === null ? null : (
        <Credentials
          title={freshTitle}
          credentials={created}
          onClose={() => {
            setCreated(null);
            opener.current?.focus();
          }}
        />
      )}
    </FormSection>
  );
}
