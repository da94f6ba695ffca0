import { useTranslation } from "react-i18next";
import type { Scope } from "./Scope.ts";

/** For superadmins: the customer that a thing belongs to. */
export function CustomerFact({ scope: { choice, customerName } }: { scope: Scope }) {
  const { t } = useTranslation();
  if (choice === null || customerName === "") return null;
  return (
    <span>
      {t("entity.customer")} <b>{customerName}</b>
    </span>
  );
}
