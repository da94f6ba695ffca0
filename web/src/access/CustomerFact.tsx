import { useTranslation } from "react-i18next";
import type { CustomerScope } from "./useCustomerScope.ts";

/** For superadmins, beside a thing: whose it is. */
export function CustomerFact({ scope: { choice, customerName } }: { scope: CustomerScope }) {
  const { t } = useTranslation();
  if (choice === null || customerName === "") return null;
  return (
    <span>
      {t("access.customer")} <b>{customerName}</b>
    </span>
  );
}
