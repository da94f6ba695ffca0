import { useTranslation } from "react-i18next";
import { FilterChip } from "../table/FilterChip.tsx";
import type { Scope } from "./Scope.ts";

/** The choice of the customer, for superadmins only. */
export function CustomerChip({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  if (scope.choice === null || scope.choice.options.length === 0) return null;
  return (
    <FilterChip
      label={t("entity.customer")}
      value={scope.customerId}
      options={scope.choice.options}
      isNeeded
      onChange={scope.choice.choose}
    />
  );
}
