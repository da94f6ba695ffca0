import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import type { Column, TableAction } from "../table/Column.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListCsv } from "../table/ListCsv.tsx";
import { ListPage } from "../table/ListPage.tsx";
import type { Words } from "../table/TableState.tsx";
import { type TablePage, useTablePage } from "../table/useTablePage.ts";
import { type TableQuery, useTableQuery } from "../table/useTableQuery.ts";
import { CustomerChip } from "./CustomerChip.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { ListFile } from "./ListFile.tsx";
import type { Noun, Stored } from "./Noun.ts";
import { hrefOf, placeOf, type Scope, scopeIdOf } from "./Scope.ts";
import { useLetters } from "./useLetters.ts";
import { useRowActions } from "./useRowActions.tsx";
import { useRowKeys } from "./useRowKeys.ts";
import { useScope } from "./useScope.ts";

interface Props<Row extends Stored, Entity extends Row> {
  noun: Noun<Row, Entity>;
  columns: readonly Column<Row>[];
  sortFields: readonly string[];
  /** The order before a person has chosen one. */
  sort: string;
  /** What it shares with its sister lists: their title, and the links to them. */
  family?: { title: string; tabs(scope: Scope): ReactNode };
  /** The list's own filters: their names in the address and in the request, and their chips. */
  filters?: { names: readonly string[]; chips(query: TableQuery): ReactNode };
  /** Rows only lead to their pages and have no actions here. */
  isPlain?: boolean;
  /** Counts actions on rows other than deletion, so that such rows leave the selection. */
  numChanged?: number;
  /** By default, everything except predefined rows can be deleted by people with that permission. */
  isDeletable?(row: Row): boolean;
  /** Actions on a row other than opening and deleting it. */
  more?(row: Row, scope: Scope): readonly TableAction<Row>[];
  /** Placed beside the button for a new one. */
  actions?(scope: Scope): ReactNode;
  /** The same for all selected rows. */
  moreOfSelected?(query: TableQuery): readonly TableAction<readonly Row[]>[];
}

/** The list of a noun: its rows, their actions, and the text shown without rows. */
export function EntityList<Row extends Stored, Entity extends Row>(props: Props<Row, Entity>) {
  const { noun, columns, sortFields, sort, family, filters, isPlain = false, more, moreOfSelected } = props;
  const { isDeletable = (row: Row): boolean => noun.isFixed?.(row) !== true } = props;
  const { name, texts, nameOf, endpoints } = noun;
  const { t } = useTranslation();
  useTitle(t(`${texts}.title`));
  useRowKeys();
  const scope = useScope(noun);
  const query = useTableQuery({
    sort: { field: sort, order: "asc" },
    sortFields,
    ...(filters === undefined ? {} : { filters: filters.names }),
  });
  const parameters = { ...placeOf(noun, scope), ...query.parameters, ...query.filters };
  const key = nounKeys(name, scopeIdOf(scope)).list(parameters);
  const listed = useTablePage(endpoints.list, parameters, {
    key,
    isEnabled: scope.isKnown,
    liveMs: noun.liveMs ?? false,
  });
  const { rowActions, bulkActions, numDeleted, deletion } = useRowActions({ noun, scope, columns, isDeletable, more });
  const add = <Add noun={noun} scope={scope} />;
  const { api } = useServices();
  const loadAll = (): Promise<readonly Row[]> =>
    api.call(endpoints.list, { query: { ...parameters, page: undefined, limit: undefined } });

  return (
    <ListPage
      title={family?.title ?? t(`${texts}.title`)}
      {...(family === undefined ? {} : { tabs: family.tabs(scope) })}
      actions={
        <>
          {isPlain || !scope.isKnown ? null : (
            <Csv noun={noun} columns={columns} parameters={parameters} loadAll={loadAll} />
          )}
          {props.actions?.(scope)}
          {add}
        </>
      }
    >
      <DataTable
        id={name}
        label={t(`${texts}.title`)}
        columns={columns}
        query={query}
        page={{ ...listed, ...withoutCustomers(scope) }}
        // Rows leave the selection after an action on them.
        scope={`${scopeIdOf(scope) ?? ""} ${numDeleted} ${String(props.numChanged)}`}
        rowId={({ id }) => id}
        rowName={nameOf}
        rowHref={({ id }) => hrefOf(noun, scope, id)}
        {...(isPlain ? {} : { rowActions, bulkActions: [...(moreOfSelected?.(query) ?? []), ...bulkActions], loadAll })}
        searchLabel={t(`${texts}.search`)}
        {...(scope.choice === null && filters === undefined
          ? {}
          : {
              filters: (
                <>
                  <CustomerChip scope={scope} />
                  {filters?.chips(query)}
                </>
              ),
            })}
        words={useWords(noun, scope, add)}
      />
      <DeleteDialog noun={noun} {...deletion} />
    </ListPage>
  );
}

/** The button to save the list as a file: the server's file if there is one. */
function Csv<Row extends Stored>(props: {
  noun: Pick<Noun<Row>, "name" | "endpoints">;
  columns: readonly Column<Row>[];
  parameters: Readonly<Record<string, unknown>>;
  loadAll(): Promise<readonly Row[]>;
}) {
  const { noun, columns, parameters, loadAll } = props;
  const { name, endpoints } = noun;
  if (endpoints.download !== undefined) return <ListFile endpoint={endpoints.download} query={parameters} />;
  return <ListCsv kind={name} columns={columns} load={loadAll} />;
}

/** The button for a new one, for people who may create it. */
function Add({ noun, scope }: { noun: Pick<Noun<Stored>, "area" | "path" | "texts">; scope: Scope }) {
  const { t } = useTranslation();
  const can = useLetters(noun.area);
  if (!can.c || !scope.isKnown) return null;
  return (
    <Button
      component={Link}
      to={hrefOf(noun, scope, "new")}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
    >
      {t(`${noun.texts}.add`)}
    </Button>
  );
}

/** The text shown without rows; it tells superadmins without any customer that they need one first. */
function useWords({ texts, icon: Icon }: Pick<Noun<Stored>, "texts" | "icon">, scope: Scope, add: ReactNode): Words {
  const { t } = useTranslation();
  const isWithoutCustomer = scope.choice?.isNone === true;
  return {
    icon: <Icon size={20} stroke={1.6} aria-hidden="true" />,
    empty: t(isWithoutCustomer ? "entity.noCustomer" : `${texts}.empty`),
    emptyWhy: t(isWithoutCustomer ? "entity.noCustomerWhy" : `${texts}.emptyWhy`),
    action: isWithoutCustomer ? (
      <Button component={Link} to="/customers/new">
        {t("entity.addCustomer")}
      </Button>
    ) : (
      add
    ),
    noMatch: t(`${texts}.noMatch`),
    failed: t(`${texts}.failed`),
  };
}

/** The state of a superadmin's list without a customer: there is none yet, or they could not be loaded. */
function withoutCustomers({ choice }: Scope): Partial<TablePage<never>> {
  if (choice === null || (choice.error === null && !choice.isNone)) return {};
  return { isLoading: false, error: choice.error, retry: choice.retry };
}
