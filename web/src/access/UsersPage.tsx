import { Button } from "@mantine/core";
import { deleteUser, listUsers, type User, userSortFields } from "@pulse/contract/users";
import { IconDownload, IconMailForward, IconPencil, IconPlus, IconTrash, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { useMe } from "../sites/sites.api.ts";
import type { TableAction } from "../table/Column.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListCsv, saveRows } from "../table/ListCsv.tsx";
import { useTablePage } from "../table/useTablePage.ts";
import { useTableQuery } from "../table/useTableQuery.ts";
import { AccessLayout } from "./AccessLayout.tsx";
import { CustomerChip } from "./CustomerChip.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";
import { useResend } from "./useResend.ts";
import { personName, useUserColumns } from "./userColumns.tsx";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;
const first = { field: "given_name", order: "asc" } as const;

/** The people of a customer. */
export default function UsersPage() {
  const { t } = useTranslation();
  useTitle(t("access.users.title"));
  const { api } = useServices();
  const { data: me } = useMe();
  const scope = useCustomerScope();
  const { customerId } = scope;
  const can = useLetters("user_management");
  const query = useTableQuery({ sort: first, sortFields: userSortFields });
  const page = useTablePage(listUsers, { customerId, ...query.parameters }, { isEnabled: customerId !== null });
  const columns = useUserColumns();
  const [deleting, setDeleting] = useState<readonly User[]>([]);
  const resend = useResend();
  const hrefOf = ({ id }: User): string => `/access/users/${id}${scope.search}`;
  const csv: TableAction<readonly User[]> = {
    key: "csv",
    label: t("table.csv"),
    icon: <IconDownload {...icon} />,
    run: (rows) => saveRows("users", columns, rows),
  };
  const invite = can.c ? (
    <Button
      component={Link}
      to={`/access/users/new${scope.search}`}
      leftSection={<IconPlus {...icon} />}
      disabled={customerId === null}
    >
      {t("access.users.invite")}
    </Button>
  ) : null;

  const actionsOf = (user: User): TableAction<User>[] => [
    {
      key: "open",
      label: t(can.u ? "access.edit" : "access.view"),
      icon: <IconPencil {...icon} />,
      href: hrefOf(user),
    },
    ...(can.u && user.status === "invited"
      ? [{ key: "resend", label: t("access.users.resend"), icon: <IconMailForward {...icon} />, run: resend }]
      : []),
    // Nobody deletes themselves by a slip.
    ...(can.d && user.id !== me?.id
      ? [
          {
            key: "delete",
            label: t("access.delete"),
            icon: <IconTrash {...icon} />,
            isDanger: true,
            run: () => setDeleting([user]),
          },
        ]
      : []),
  ];

  return (
    <AccessLayout
      scope={scope}
      actions={
        <>
          <ListCsv
            kind="users"
            columns={columns}
            load={async () =>
              api.call(listUsers, { query: { customerId, ...query.parameters, page: undefined, limit: undefined } })
            }
          />
          {invite}
        </>
      }
    >
      <DataTable
        id="users"
        label={t("access.users.title")}
        columns={columns}
        query={query}
        page={page}
        scope={customerId ?? ""}
        rowId={({ id }) => id}
        rowName={(user) => personName(user)}
        rowHref={hrefOf}
        rowActions={actionsOf}
        bulkActions={[
          csv,
          ...(can.d
            ? [
                {
                  key: "delete",
                  label: t("access.delete"),
                  icon: <IconTrash {...icon} />,
                  isDanger: true,
                  run: (rows: readonly User[]) => setDeleting(rows.filter(({ id }) => id !== me?.id)),
                },
              ]
            : []),
        ]}
        searchLabel={t("access.users.search")}
        {...(scope.choice === null ? {} : { filters: <CustomerChip scope={scope} /> })}
        words={{
          icon: <IconUsers size={20} stroke={1.6} aria-hidden="true" />,
          empty: t("access.users.empty"),
          emptyWhy: t("access.users.emptyWhy"),
          action: invite,
          noMatch: t("access.users.noMatch"),
          failed: t("access.users.failed"),
        }}
      />
      <DeleteDialog
        noun="users"
        things={deleting.map((user) => ({ id: user.id, name: personName(user) }))}
        remove={(id) => api.call(deleteUser, { params: { id } })}
        onClose={() => setDeleting([])}
      />
    </AccessLayout>
  );
}
