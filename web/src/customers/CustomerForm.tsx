import { type Customer, CustomerBody, createCustomer, getCustomer, updateCustomer } from "@pulse/contract/customers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormPage } from "../form/FormPage.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { CredentialsDialog } from "./CredentialsDialog.tsx";
import { CustomerAside } from "./CustomerAside.tsx";
import { CustomerFacts } from "./CustomerFacts.tsx";
import { CustomerSections } from "./CustomerSections.tsx";
import { type Offer, useCustomerCache } from "./customers.api.ts";
import { customerBody, customerValues } from "./customerValues.ts";

/** The page of a customer, or of one that is only being made (null). */
export function CustomerForm({ customer, offer }: { customer: Customer | null; offer: Offer }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useCustomerCache();
  const navigate = useNavigate();
  const [made, setMade] = useState<Customer | null>(null);
  const params = { id: customer?.id ?? "" };
  const form = useEntityForm({
    entity: customer,
    toValues: (stored: Customer | null) => customerValues(stored, offer),
    rule: CustomerBody,
    toBody: customerBody,
    save: async (body, version) => {
      if (customer === null) return api.call(createCustomer, { body });
      return api.call(updateCustomer, { params, body: { ...body, version } });
    },
    reload: () => api.call(getCustomer, { params }),
    onSaved: (saved) => {
      cache.put(saved);
      snackbars.success(t(customer === null ? "customers.made" : "customers.saved", { name: saved.name }));
      if (customer === null) setMade(saved);
    },
  });
  const title = customer?.name ?? t("customers.new");
  useTitle(title);

  return (
    <FormPage
      title={title}
      crumbs={[{ to: "/customers", label: t("customers.title") }]}
      {...(customer === null
        ? {}
        : { facts: <CustomerFacts customer={customer} />, aside: <CustomerAside customer={customer} /> })}
    >
      <EntityForm form={form}>
        <CustomerSections customer={customer} offer={offer} />
        <SaveBar isSticky {...(customer === null ? { save: t("customers.create") } : {})} />
      </EntityForm>
      {made === null ? null : (
        <CredentialsDialog
          title={t("customers.mqtt.madeTitle", { name: made.name })}
          credentials={{
            mqttGuid: made.guid,
            mqttUsername: made.mqttUsername ?? "",
            mqttPassword: made.mqttPassword ?? "",
            subscribeTopics: [`pulse/v1/${made.guid}/#`],
          }}
          onClose={() => void navigate(`/customers/${made.id}`, { replace: true })}
        />
      )}
    </FormPage>
  );
}
