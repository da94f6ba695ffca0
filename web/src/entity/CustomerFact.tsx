import { useTranslation } from "react-i18next";
import type { Scope } from "./Scope.ts";

/** For superadmins, beside a thing: whose it is. */
export function CustomerFact({ scope: { choice, customerName } }: { scope: Scope }) {
  const { t } = useTranslation();
  if (choice === null || customerName === "") return null;
  return (
    <span>
      {t("entity.customer")} <b>{customerName}</b>
    </span>
  );
}
