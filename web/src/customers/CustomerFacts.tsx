import type { Customer } from "@pulse/contract/customers";
import { Trans, useTranslation } from "react-i18next";
import { useCustomerHardwareTypes } from "./customers.api.ts";
import { When } from "../time/When.tsx";
import classes from "./Customers.module.css";

/** The line below a customer's name. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const { data: types } = useCustomerHardwareTypes(customer);
  return (
    <>
      <span className={classes["mono"]}>{customer.customerCode}</span>
      <span>
        <Trans i18nKey="customers.siteCount" count={customer.sites.length} components={{ 1: <b /> }} />
      </span>
      {types === undefined ? null : <span>{t("customers.gatewayTypes", { count: types.length })}</span>}
      <span>
        {t("customers.created")} <When at={customer.createdAt} format="ago" />
      </span>
    </>
  );
}
