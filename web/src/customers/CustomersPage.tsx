import { Button } from "@mantine/core";
import { customerSortFields, listCustomers } from "@pulse/contract/customers";
import { IconBuildingCommunity, IconPlus } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useTitle } from "../shell/useTitle.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListPage } from "../table/ListPage.tsx";
import { useTablePage } from "../table/useTablePage.ts";
import { useTableQuery } from "../table/useTableQuery.ts";
import { customerColumns } from "./customerColumns.tsx";

/** `/customers`: every customer of the installation, for superadmins. */
export default function CustomersPage() {
  const { t } = useTranslation();
  useTitle(t("customers.title"));
  const query = useTableQuery({ sort: { field: "name", order: "asc" }, sortFields: customerSortFields });
  const page = useTablePage(listCustomers, query.parameters);
  const columns = useMemo(() => customerColumns(t), [t]);
  const add = (
    <Button component={Link} to="/customers/new" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}>
      {t("customers.add")}
    </Button>
  );
  return (
    <ListPage title={t("customers.title")} actions={add}>
      <DataTable
        id="customers"
        label={t("customers.title")}
        columns={columns}
        query={query}
        page={page}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => `/customers/${id}`}
        searchLabel={t("customers.search")}
        words={{
          icon: <IconBuildingCommunity size={20} stroke={1.6} aria-hidden="true" />,
          empty: t("customers.empty"),
          emptyWhy: t("customers.emptyWhy"),
          action: add,
          noMatch: t("customers.noMatch"),
          failed: t("customers.failed"),
        }}
      />
    </ListPage>
  );
}
