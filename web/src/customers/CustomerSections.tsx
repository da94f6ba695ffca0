import type { Customer } from "@pulse/contract/customers";
import { secondFactors } from "@pulse/contract/secondFactors";
import { useTranslation } from "react-i18next";
import { FormChecks, FormRadio, FormSwitch } from "../form/ChoiceFields.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { useServices } from "../services/services.tsx";
import { FormLines, FormText } from "../form/TextFields.tsx";
import { gatewayTypeText } from "../text/deviceTypes.ts";
import { AvailableOperations } from "./AvailableOperations.tsx";
import type { Offer } from "./customers.api.ts";
import { SignUpFields } from "./SignUpFields.tsx";

const mechanisms = ["TRILATERATED", "ANCHORED"] as const;

/** A customer's fields, section by section. */
export function CustomerSections({ customer, offer }: { customer: Customer | null; offer: Offer }) {
  const { t } = useTranslation();
  const deliverable = useServices().config.identity.secondFactors;
  return (
    <>
      <FormSection title={t("customers.details.title")}>
        <FormText path="name" label={t("customers.name")} required autoComplete="off" />
        <FormText
          path="config.extraNameCharacters"
          label={t("customers.extraNameCharacters")}
          hint={t("customers.extraNameCharactersHint")}
          isMono
          autoComplete="off"
        />
        <FormText
          path="customerCode"
          label={t("customers.code")}
          hint={t("customers.codeHint")}
          required
          isMono
          autoComplete="off"
          shape={(typed) => typed.toUpperCase()}
        />
        <FormText
          path="admin"
          type="email"
          label={t("customers.admin")}
          hint={t(customer === null ? "customers.adminHintNew" : "customers.adminHint")}
          autoComplete="off"
        />
        <FormLines
          path="location"
          label={t("customers.location")}
          hint={t("customers.locationHint")}
          isWide={false}
          rows={1}
        />
      </FormSection>
      <FormSection title={t("customers.map.title")}>
        <FormRadio
          path="config.identifierLocationUpdateMechanism"
          label={t("customers.mechanism")}
          options={mechanisms.map((value) => ({
            value,
            label: t(`customers.mechanisms.${value}`),
            hint: t(`customers.mechanismHints.${value}`),
          }))}
        />
        <FormNumber
          path="config.assetMapTimeoutDay"
          label={t("customers.assetMapTimeoutDay")}
          hint={t("customers.assetMapTimeoutDayHint")}
          unit={t("customers.days")}
          range={[1, 36_500]}
        />
        <FormNumber
          path="config.geofenceExitTimeout"
          label={t("customers.geofenceExitTimeout")}
          hint={t("customers.geofenceExitTimeoutHint")}
          unit="min"
          range={[1, 10_080]}
        />
        <FormSwitch
          path="config.showLocationConfidence"
          label={t("customers.showLocationConfidence")}
          hint={t("customers.showLocationConfidenceHint")}
          isWide
        />
        <FormSwitch
          path="config.retainLatestPositions"
          label={t("customers.retainLatestPositions")}
          hint={t("customers.retainLatestPositionsHint")}
          isWide
        />
      </FormSection>
      <FormSection title={t("customers.devices.title")}>
        <FormNumber
          path="config.kkmRingDurationMs"
          label={t("customers.kkmRingDurationMs")}
          hint={t("customers.kkmRingDurationMsHint")}
          unit="ms"
          range={[100, 60_000]}
        />
        <FormChecks
          path="config.availableHardwareTypes"
          label={t("customers.availableHardwareTypes")}
          options={offer.hardwareTypes.map(({ id, type, name }) => ({ value: id, label: gatewayTypeText(type, name) }))}
        />
      </FormSection>
      <FormSection title={t("customers.signIn.title")} hint={t("customers.signIn.hint")}>
        <FormChecks
          path="config.secondFactors"
          label={t("customers.signIn.factors")}
          options={secondFactors.map((factor) => ({
            value: factor,
            label: deliverable.includes(factor)
              ? t(`customers.signIn.factor.${factor}`)
              : t("customers.signIn.undeliverable", { factor: t(`customers.signIn.factor.${factor}`) }),
          }))}
        />
      </FormSection>
      <AvailableOperations operations={offer.operations} />
      {customer === null ? null : (
        <FormSection title={t("customers.signup.title")} hint={t("customers.signup.hint")}>
          <SignUpFields customerId={customer.id} />
        </FormSection>
      )}
    </>
  );
}
