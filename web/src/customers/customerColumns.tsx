import type { Customer } from "@pulse/contract/customers";
import type { TFunction } from "i18next";
import { When } from "../time/When.tsx";
import type { Column } from "../table/Column.ts";

/** The columns of the list of customers. */
export function customerColumns(t: TFunction): readonly Column<Customer>[] {
  return [
    {
      key: "name",
      header: t("customers.name"),
      cell: ({ name }) => name,
      sortField: "name",
    },
    {
      key: "code",
      header: t("customers.code"),
      cell: ({ customerCode }) => customerCode,
      sortField: "customer_code",
      isMono: true,
      onPhone: "line",
      width: 150,
    },
    {
      key: "location",
      header: t("customers.location"),
      cell: ({ location }) => location ?? t("form.none"),
      sortField: "location",
    },
    {
      key: "sites",
      header: t("customers.sites"),
      cell: ({ sites }) => sites.length,
      align: "end",
      width: 104,
    },
    {
      key: "mechanism",
      header: t("customers.mechanism"),
      cell: ({ locationUpdateMechanism }) => t(`customers.mechanisms.${locationUpdateMechanism}`),
      width: 200,
      onPhone: "line",
    },
    {
      key: "created",
      header: t("customers.created"),
      cell: ({ createdAt }) => <When at={createdAt} format="list" />,
      sortField: "created_at",
      width: 170,
      onPhone: "end",
    },
  ];
}
