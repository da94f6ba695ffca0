import { type Customer, CustomerBody } from "@pulse/contract/customers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { errorText } from "../api/errorText.ts";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { customers } from "./customers.ts";
import { type Offer, useOffer } from "./customers.api.ts";
import { CustomerSections } from "./CustomerSections.tsx";
import { customerBody, customerValues } from "./customerValues.ts";
import { MqttDialog } from "./MqttDialog.tsx";

interface Props {
  /** Null: a new one. */
  customer: Customer | null;
  scope: Scope;
}

/** The form of a customer, once the offer for customers has loaded. */
export function CustomerForm(props: Props) {
  const { data: offer, error, refetch } = useOffer();
  if (offer !== undefined) return <Form {...props} offer={offer} />;
  return error === null ? null : <FailedMessage title={errorText(error)} retry={() => void refetch()} />;
}

function Form({ customer, scope, offer }: Props & { offer: Offer }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [created, setCreated] = useState<Customer | null>(null);
  const form = useNounForm({
    noun: customers,
    entity: customer,
    scope,
    toValues: (stored: Customer | null) => customerValues(stored, offer),
    rule: CustomerBody,
    toBody: customerBody,
    successText: ({ name }) => t(customer === null ? "customers.made" : "customers.saved", { name }),
    onCreated: setCreated,
  });
  return (
    <>
      <EntityForm form={form}>
        <CustomerSections customer={customer} offer={offer} />
        <SaveBar isSticky {...(customer === null ? { save: t("customers.create") } : {})} />
      </EntityForm>
      {created === null ? null : (
        <MqttDialog
          title={t("customers.mqtt.madeTitle", { name: created.name })}
          credentials={{
            mqttGuid: created.guid,
            mqttUsername: created.mqttUsername ?? "",
            mqttPassword: created.mqttPassword ?? "",
            subscribeTopics: [`pulse/v1/${created.guid}/#`],
          }}
          onClose={() => void navigate(hrefOf(customers, scope, created.id), { replace: true })}
        />
      )}
    </>
  );
}
