import type { Customer } from "@pulse/contract/customers";
import { Trans, useTranslation } from "react-i18next";
import { When } from "../time/When.tsx";
import classes from "./Customers.module.css";

/** The line below a customer's name. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes["mono"]}>{customer.customerCode}</span>
      <span>
        <Trans i18nKey="customers.siteCount" count={customer.sites.length} components={{ 1: <b /> }} />
      </span>
      <span>
        {t("customers.created")} <When at={customer.createdAt} format="ago" />
      </span>
    </>
  );
}
