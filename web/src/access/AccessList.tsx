import { Button } from "@mantine/core";
import type { Area } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import { IconDownload, IconPencil, IconPlus, type TablerIcon, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import type { Column, TableAction } from "../table/Column.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListCsv, saveRows } from "../table/ListCsv.tsx";
import { type RowOf, type TablePage, useTablePage } from "../table/useTablePage.ts";
import { useTableQuery } from "../table/useTableQuery.ts";
import { AccessLayout } from "./AccessLayout.tsx";
import { CustomerChip } from "./CustomerChip.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import type { CustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";

interface Props<E extends Endpoint, Row> {
  noun: "users" | "groups" | "roles";
  area: Area;
  icon: TablerIcon;
  scope: CustomerScope;
  list: E;
  remove: Endpoint;
  columns: readonly Column<Row>[];
  sortFields: readonly string[];
  /** The order before a person has chosen one. */
  sort: string;
  nameOf(row: Row): string;
  /** Whether people with the permission to change may change this row. */
  isOpen?(row: Row): boolean;
  isDeletable(row: Row): boolean;
  /** What can be done with a row beside opening and deleting it. */
  more?(row: Row): readonly TableAction<Row>[];
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** One list of access management: a customer's users, groups or roles, with what may be done with them. */
export function AccessList<E extends Endpoint, Row extends RowOf<E> & { id: string }>(props: Props<E, Row>) {
  const { noun, area, icon: Icon, scope, list, remove, columns, nameOf, isDeletable } = props;
  const { isOpen = () => true, more = () => [] } = props;
  const { t } = useTranslation();
  useTitle(t(`access.${noun}.title`));
  const { api, snackbars } = useServices();
  const { customerId } = scope;
  const can = useLetters(area);
  const query = useTableQuery({ sort: { field: props.sort, order: "asc" }, sortFields: props.sortFields });
  const asked = { customerId, ...query.parameters };
  const listed = useTablePage<E, Row>(list, asked, { isEnabled: customerId !== null });
  const isWithoutCustomer = scope.choice?.isNone === true;
  const page = { ...listed, ...withoutCustomers(scope) };
  const [deleting, setDeleting] = useState<readonly Row[]>([]);
  const [kept, setKept] = useState<readonly Row[]>([]);
  const [numDeleted, setNumDeleted] = useState(0);
  const hrefOf = ({ id }: Row): string => `/access/${noun}/${id}${scope.search}`;
  const add =
    can.c && customerId !== null ? (
      <Button component={Link} to={`/access/${noun}/new${scope.search}`} leftSection={<IconPlus {...icon} />}>
        {t(`access.${noun}.add`)}
      </Button>
    ) : null;
  const deletion = { key: "delete", label: t("access.delete"), icon: <IconTrash {...icon} />, isDanger: true };
  const ask = (rows: readonly Row[]): void => {
    const deletable = rows.filter(isDeletable);
    if (deletable.length === 0) snackbars.error(t(`access.${noun}.kept`));
    setKept(rows.filter((row) => !isDeletable(row)));
    setDeleting(deletable);
  };
  const csv = {
    key: "csv",
    label: t("table.csv"),
    icon: <IconDownload {...icon} />,
    run: (rows: readonly Row[]) => saveRows(noun, columns, rows),
  };

  return (
    <AccessLayout
      scope={scope}
      actions={
        <>
          {customerId === null ? null : (
            <ListCsv
              kind={noun}
              columns={columns}
              load={async () =>
                (await api.call(list, { query: { ...asked, page: undefined, limit: undefined } })) as readonly Row[]
              }
            />
          )}
          {add}
        </>
      }
    >
      <DataTable
        id={noun}
        label={t(`access.${noun}.title`)}
        columns={columns}
        query={query}
        page={page}
        // Deleted rows leave the selection.
        scope={`${customerId ?? ""} ${numDeleted}`}
        rowId={({ id }) => id}
        rowName={nameOf}
        rowHref={hrefOf}
        rowActions={(row) => [
          {
            key: "open",
            label: t(can.u && isOpen(row) ? "access.edit" : "access.view"),
            icon: <IconPencil {...icon} />,
            href: hrefOf(row),
          },
          ...more(row),
          ...(can.d && isDeletable(row) ? [{ ...deletion, run: () => setDeleting([row]) }] : []),
        ]}
        bulkActions={[csv, ...(can.d ? [{ ...deletion, run: ask }] : [])]}
        searchLabel={t(`access.${noun}.search`)}
        {...(scope.choice === null ? {} : { filters: <CustomerChip scope={scope} /> })}
        words={{
          icon: <Icon size={20} stroke={1.6} aria-hidden="true" />,
          empty: t(isWithoutCustomer ? "access.noCustomer" : `access.${noun}.empty`),
          emptyWhy: t(isWithoutCustomer ? "access.noCustomerWhy" : `access.${noun}.emptyWhy`),
          action: isWithoutCustomer ? (
            <Button component={Link} to="/customers/new">
              {t("access.addCustomer")}
            </Button>
          ) : (
            add
          ),
          noMatch: t(`access.${noun}.noMatch`),
          failed: t(`access.${noun}.failed`),
        }}
      />
      <DeleteDialog
        noun={noun}
        things={deleting.map((row) => ({ id: row.id, name: nameOf(row) }))}
        kept={kept.map(nameOf)}
        remove={async (id) => {
          await api.call(remove, { params: { id } });
          setNumDeleted((before) => before + 1);
        }}
        onClose={() => {
          setDeleting([]);
          setKept([]);
        }}
      />
    </AccessLayout>
  );
}

/** The state of a superadmin's list without a customer: there is none yet, or they could not be loaded. */
function withoutCustomers({ choice }: CustomerScope): Partial<TablePage<never>> {
  if (choice === null || (choice.error === null && !choice.isNone)) return {};
  return { isLoading: false, error: choice.error, retry: choice.retry };
}
