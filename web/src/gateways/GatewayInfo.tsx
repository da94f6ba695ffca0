import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { useTranslation } from "react-i18next";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { useFormContext } from "../form/FormContext.ts";
import { FormText } from "../form/TextFields.tsx";

/** The required fields of a gateway. */
export function GatewayInfo({ types }: { types: readonly HardwareType[] }) {
  const { t } = useTranslation();
  const { form } = useFormContext();
  const isMobile = types.some(({ id, mobile }) => mobile && id === form.value("hardwareTypeId"));
  return (
    <>
      <FormText path="name" label={t("gateways.name")} autoComplete="off" required />
      <FormSelect
        path="hardwareTypeId"
        label={t("gateways.type")}
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
        {...(isMobile ? { hint: t("gateways.mobileHint") } : {})}
        required
      />
      <FormText path="mac" label={t("gateways.mac")} hint={t("gateways.macHint")} autoComplete="off" isMono required />
    </>
  );
}
