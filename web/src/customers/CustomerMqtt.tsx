import { Button } from "@mantine/core";
import { type Customer, createCustomerCredentials } from "@pulse/contract/customers";
import type { MqttCredentials } from "@pulse/contract/gateways";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { CredentialsDialog } from "./CredentialsDialog.tsx";
import classes from "./Customers.module.css";

/** The customer's MQTT account, and a new password for it. */
export function CustomerMqtt({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [fresh, setFresh] = useState<MqttCredentials | null>(null);
  const resetting = useMutation({
    mutationFn: () => api.call(createCustomerCredentials, { params: { id: customer.id } }),
    onSuccess: (credentials) => {
      setAsked(false);
      setFresh(credentials);
    },
  });
  return (
    <FormSection title={t("customers.mqtt.title")} isBare>
      <dl className={classes["facts"]}>
        <dt>{t("customers.mqtt.guid")}</dt>
        <dd>{customer.guid}</dd>
        <dt>{t("customers.mqtt.username")}</dt>
        <dd>{customer.mqttUsername}</dd>
      </dl>
      <div className={classes["act"]}>
        <Button
          ref={opener}
          variant="default"
          onClick={() => {
            resetting.reset();
            setAsked(true);
          }}
        >
          {t("customers.mqtt.reset")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("customers.mqtt.resetTitle", { name: customer.name })}
        text={t("customers.mqtt.resetText")}
        confirm={t("customers.mqtt.reset")}
        entity={customer.name}
        isBusy={resetting.isPending}
        failure={resetting.error}
        onConfirm={() => resetting.mutate()}
        onClose={() => setAsked(false)}
      />
      {fresh === null ? null : (
        <CredentialsDialog
          title={t("customers.mqtt.freshTitle", { name: customer.name })}
          credentials={fresh}
          onClose={() => {
            setFresh(null);
            // The confirmation dialog has closed by now.
            opener.current?.focus();
          }}
        />
      )}
    </FormSection>
  );
}
