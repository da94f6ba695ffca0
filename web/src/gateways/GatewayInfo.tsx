import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { useTranslation } from "react-i18next";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { useFormContext } from "../form/FormContext.ts";
import { FormText } from "../form/TextFields.tsx";

interface Props {
  types: readonly HardwareType[];
  /** The name that is stored; null: it is a new one. */
  storedName: string | null;
}

/** The required fields of a gateway. */
export function GatewayInfo({ types, storedName }: Props) {
  const { t } = useTranslation();
  const { form } = useFormContext();
  const type = types.find(({ id }) => id === form.value("hardwareTypeId"));
  const isMobile = type?.mobile === true;
  const changesTopics = storedName !== null && type?.topicsFromName === true && form.value("name") !== storedName;
  return (
    <>
      <FormText
        path="name"
        label={t("gateways.name")}
        autoComplete="off"
        {...(changesTopics ? { hint: t("gateways.renameHint") } : {})}
        required
      />
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
