import { limits } from "@pulse/contract/limits";
import { useTranslation } from "react-i18next";
import { FormNumber } from "../form/FormNumber.tsx";
import { configNumbers } from "./configKeys.ts";

const fields = {
  filterRssi: { unit: "dBm", range: [limits.filterRssiDbm.min, limits.filterRssiDbm.max], hint: null },
  uploadPeriodS: { unit: "s", range: [1, limits.uploadPeriodMaxS], hint: null },
  redundantPeriodS: { unit: "s", range: [0, limits.uploadPeriodMaxS], hint: "gateways.config.redundantHint" },
} as const;

interface Props {
  only?: readonly (typeof configNumbers)[number][];
  /** What an empty field means. */
  none: string;
}

/** The numeric settings of a gateway, with their ranges. */
export function ConfigNumbers({ only = configNumbers, none }: Props) {
  const { t } = useTranslation();
  return only.map((key) => {
    const { unit, range, hint } = fields[key];
    return (
      <FormNumber
        key={key}
        path={key}
        label={t(`gateways.config.${key}`)}
        unit={unit}
        none={none}
        range={range}
        {...(hint === null ? {} : { hint: t(hint) })}
      />
    );
  });
}
