import { Button } from "@mantine/core";
import { deleteGroup, type Group, groupSortFields, listGroups } from "@pulse/contract/groups";
import { IconDownload, IconPencil, IconPlus, IconTrash, IconUsersGroup } from "@tabler/icons-react";
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
import { useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;
const first = { field: "name", order: "asc" } as const;

/** The groups of a customer: which sites people may enter. */
export default function GroupsPage() {
  const { t } = useTranslation();
  useTitle(t("access.groups.title"));
  const { api, snackbars } = useServices();
  const scope = useCustomerScope();
  const { customerId } = scope;
  const can = useLetters("group_management");
  const query = useTableQuery({ sort: first, sortFields: groupSortFields });
  const page = useTablePage(listGroups, { customerId, ...query.parameters }, { isEnabled: customerId !== null });
  const columns = useGroupColumns();
  const [deleting, setDeleting] = useState<readonly Group[]>([]);
  const hrefOf = ({ id }: Group): string => `/access/groups/${id}${scope.search}`;
  const add = can.c ? (
    <Button component={Link} to={`/access/groups/new${scope.search}`} leftSection={<IconPlus {...icon} />}>
      {t("access.groups.add")}
    </Button>
  ) : null;
  const remove = { key: "delete", label: t("access.delete"), icon: <IconTrash {...icon} />, isDanger: true };
  const removeOwn = (rows: readonly Group[]): void => {
    const own = rows.filter(isOwn);
    if (own.length === 0) snackbars.error(t("access.groups.kept"));
    setDeleting(own);
  };
  const bulk: TableAction<readonly Group[]>[] = [
    {
      key: "csv",
      label: t("table.csv"),
      icon: <IconDownload {...icon} />,
      run: (rows) => saveRows("groups", columns, rows),
    },
    ...(can.d ? [{ ...remove, run: removeOwn }] : []),
  ];

  return (
    <AccessLayout
      scope={scope}
      actions={
        <>
          <ListCsv
            kind="groups"
            columns={columns}
            load={async () =>
              api.call(listGroups, { query: { customerId, ...query.parameters, page: undefined, limit: undefined } })
            }
          />
          {add}
        </>
      }
    >
      <DataTable
        id="groups"
        label={t("access.groups.title")}
        columns={columns}
        query={query}
        page={page}
        scope={customerId ?? ""}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={hrefOf}
        rowActions={(group) => [
          {
            key: "open",
            label: t(can.u && isOwn(group) ? "access.edit" : "access.view"),
            icon: <IconPencil {...icon} />,
            href: hrefOf(group),
          },
          ...(can.d && isOwn(group) ? [{ ...remove, run: () => setDeleting([group]) }] : []),
        ]}
        bulkActions={bulk}
        searchLabel={t("access.groups.search")}
        {...(scope.choice === null ? {} : { filters: <CustomerChip scope={scope} /> })}
        words={{
          icon: <IconUsersGroup size={20} stroke={1.6} aria-hidden="true" />,
          empty: t("access.groups.empty"),
          emptyWhy: t("access.groups.emptyWhy"),
          action: add,
          noMatch: t("access.groups.noMatch"),
          failed: t("access.groups.failed"),
        }}
      />
      <DeleteDialog
        noun="groups"
        things={deleting}
        remove={(id) => api.call(deleteGroup, { params: { id } })}
        onClose={() => setDeleting([])}
      />
    </AccessLayout>
  );
}

const isOwn = ({ predefined }: Group): boolean => !predefined;

function useGroupColumns(): readonly Column<Group>[] {
  const { t } = useTranslation();
  const sitesOf = ({ predefined, sites }: Group): string =>
    predefined ? t("access.groups.allSites") : sites.map(({ name }) => name).join(", ") || t("table.noValue");
  return [
    {
      key: "name",
      header: t("access.groups.name"),
      sortField: "name",
      width: "30%",
      cell: ({ name, predefined }) => <Predefined name={name} isPredefined={predefined} />,
      csv: ({ name }) => name,
    },
    { key: "sites", header: t("access.groups.sites"), onPhone: "line", cell: sitesOf, csv: sitesOf },
    {
      key: "num_users",
      header: t("access.users.title"),
      align: "end",
      width: "120px",
      onPhone: "end",
      cell: ({ numUsers }) => numUsers,
      phoneCell: ({ numUsers }) => t("access.numUsers", { count: numUsers }),
      csv: ({ numUsers }) => numUsers,
    },
  ];
}
