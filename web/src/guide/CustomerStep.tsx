import { type Customer, CustomerBody } from "@pulse/contract/customers";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { customers } from "../customers/customers.ts";
import { type Offer, useOffer } from "../customers/customers.api.ts";
import { customerBody, customerValues } from "../customers/customerValues.ts";
import { everywhere } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";

/** The first customer, with everything available; its own page has the rest. */
export function CustomerStep() {
  const { data: offer, error, refetch } = useOffer();
  if (offer !== undefined) return <Form offer={offer} />;
  return error === null ? null : <FailedMessage title={errorText(error)} retry={() => void refetch()} />;
}

function Form({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const form = useNounForm({
    noun: customers,
    entity: null as Customer | null,
    scope: everywhere,
    toValues: (stored: Customer | null) => customerValues(stored, offer),
    rule: CustomerBody,
    toBody: customerBody,
    successText: ({ name }) => t("customers.made", { name }),
    // The guide advances by itself once the customer exists.
    onCreated: () => undefined,
  });
  return (
    <EntityForm form={form}>
      <FormSection title={t("customers.details.title")} foot={<SaveBar save={t("customers.create")} />}>
        <FormText path="name" label={t("customers.name")} required autoComplete="off" />
        <FormText
          path="customerCode"
          label={t("customers.code")}
          hint={t("customers.codeHint")}
          required
          isMono
          autoComplete="off"
          shape={(typed) => typed.toUpperCase()}
        />
      </FormSection>
    </EntityForm>
  );
}
