import { useTranslation } from "react-i18next";
import { FormSelect } from "../form/ChoiceFields.tsx";
import type { configSwitches } from "./configKeys.ts";

interface Props {
  of: (typeof configSwitches)[number];
  /** What neither means. */
  none: string;
}

/** A setting of a gateway that is turned on, turned off, or neither. */
export function ConfigChoice({ of, none }: Props) {
  const { t } = useTranslation();
  return (
    <FormSelect
      path={of}
      label={t(`gateways.config.${of}`)}
      options={[
        { value: "on", label: t("form.on") },
        { value: "off", label: t("form.off") },
      ]}
      none={none}
    />
  );
}
