import { useTranslation } from "react-i18next";
import { FormSelect } from "../form/ChoiceFields.tsx";
import type { configSwitches } from "./configKeys.ts";

/** A setting of a gateway that is turned on, turned off, or left unchanged. */
export function ConfigChoice({ of }: { of: (typeof configSwitches)[number] }) {
  const { t } = useTranslation();
  return (
    <FormSelect
      path={of}
      label={t(`gateways.config.${of}`)}
      options={[
        { value: "on", label: t("form.on") },
        { value: "off", label: t("form.off") },
      ]}
      none={t("devices.all.unchanged")}
    />
  );
}
