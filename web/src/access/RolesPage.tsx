import { Button } from "@mantine/core";
import { deleteRole, listRoles, type Role, roleSortFields } from "@pulse/contract/roles";
import { IconCopy, IconDownload, IconPencil, IconPlus, IconShieldLock, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import type { Column, TableAction } from "../table/Column.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListCsv, saveRows } from "../table/ListCsv.tsx";
import { useTablePage } from "../table/useTablePage.ts";
import { useTableQuery } from "../table/useTableQuery.ts";
import { AccessLayout } from "./AccessLayout.tsx";
import { CustomerChip } from "./CustomerChip.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { Predefined } from "./Predefined.tsx";
import { duplicateHref } from "./duplicateHref.ts";
import { rightsSummary } from "./rightsSummary.ts";
import { useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;
const first = { field: "name", order: "asc" } as const;

/** The roles of a customer: what people may do. */
export default function RolesPage() {
  const { t } = useTranslation();
  useTitle(t("access.roles.title"));
  const { api, snackbars } = useServices();
  const scope = useCustomerScope();
  const { customerId } = scope;
  const can = useLetters("role_management");
  const query = useTableQuery({ sort: first, sortFields: roleSortFields });
  const page = useTablePage(listRoles, { customerId, ...query.parameters }, { isEnabled: customerId !== null });
  const columns = useRoleColumns();
  const [deleting, setDeleting] = useState<readonly Role[]>([]);
  const hrefOf = ({ id }: Role): string => `/access/roles/${id}${scope.search}`;
  const add = can.c ? (
    <Button component={Link} to={`/access/roles/new${scope.search}`} leftSection={<IconPlus {...icon} />}>
      {t("access.roles.add")}
    </Button>
  ) : null;
  const remove = { key: "delete", label: t("access.delete"), icon: <IconTrash {...icon} />, isDanger: true };
  const removeOwn = (rows: readonly Role[]): void => {
    const own = rows.filter(isOwn);
    if (own.length === 0) snackbars.error(t("access.roles.kept"));
    setDeleting(own);
  };
  const bulk: TableAction<readonly Role[]>[] = [
    {
      key: "csv",
      label: t("table.csv"),
      icon: <IconDownload {...icon} />,
      run: (rows) => saveRows("roles", columns, rows),
    },
    ...(can.d ? [{ ...remove, run: removeOwn }] : []),
  ];

  return (
    <AccessLayout
      scope={scope}
      actions={
        <>
          <ListCsv
            kind="roles"
            columns={columns}
            load={async () =>
              api.call(listRoles, { query: { customerId, ...query.parameters, page: undefined, limit: undefined } })
            }
          />
          {add}
        </>
      }
    >
      <DataTable
        id="roles"
        label={t("access.roles.title")}
        columns={columns}
        query={query}
        page={page}
        scope={customerId ?? ""}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={hrefOf}
        rowActions={(role) => [
          {
            key: "open",
            label: t(can.u && isOwn(role) ? "access.edit" : "access.view"),
            icon: <IconPencil {...icon} />,
            href: hrefOf(role),
          },
          ...(can.c
            ? [
                {
                  key: "duplicate",
                  label: t("access.roles.duplicate"),
                  icon: <IconCopy {...icon} />,
                  href: duplicateHref(role, scope),
                },
              ]
            : []),
          ...(can.d && isOwn(role) ? [{ ...remove, run: () => setDeleting([role]) }] : []),
        ]}
        bulkActions={bulk}
        searchLabel={t("access.roles.search")}
        {...(scope.choice === null ? {} : { filters: <CustomerChip scope={scope} /> })}
        words={{
          icon: <IconShieldLock size={20} stroke={1.6} aria-hidden="true" />,
          empty: t("access.roles.empty"),
          emptyWhy: t("access.roles.emptyWhy"),
          action: add,
          noMatch: t("access.roles.noMatch"),
          failed: t("access.roles.failed"),
        }}
      />
      <DeleteDialog
        noun="roles"
        things={deleting}
        remove={(id) => api.call(deleteRole, { params: { id } })}
        onClose={() => setDeleting([])}
      />
    </AccessLayout>
  );
}

const isOwn = ({ predefined }: Role): boolean => !predefined;

function useRoleColumns(): readonly Column<Role>[] {
  const { t } = useTranslation();
  return [
    {
      key: "name",
      header: t("access.roles.name"),
      sortField: "name",
      width: "26%",
      cell: ({ name, predefined }) => <Predefined name={name} isPredefined={predefined} />,
      csv: ({ name }) => name,
    },
    {
      key: "operations",
      header: t("access.roles.rights"),
      onPhone: "line",
      cell: ({ operations }) => rightsSummary(operations),
      csv: ({ operations }) => operations.map(({ name }) => name).join("; "),
    },
    {
      key: "num_operations",
      header: t("access.roles.count"),
      align: "end",
      width: "110px",
      cell: ({ operations }) => operations.length,
    },
    {
      key: "num_users",
      header: t("access.users.title"),
      align: "end",
      width: "110px",
      onPhone: "end",
      cell: ({ numUsers }) => numUsers,
      phoneCell: ({ numUsers }) => t("access.numUsers", { count: numUsers }),
      csv: ({ numUsers }) => numUsers,
    },
  ];
}
