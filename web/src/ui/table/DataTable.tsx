import type { ReactNode } from "react";
import { useEffect } from "react";
import { usePhone } from "../../theme/usePhone.ts";
import { BulkBar } from "./BulkBar.tsx";
import { CardList } from "./CardList.tsx";
import type { Column, TableAction } from "./Column.ts";
import classes from "./DataTable.module.css";
import { Pager } from "./Pager.tsx";
import { TableGrid } from "./TableGrid.tsx";
import { TableState, type Words } from "./TableState.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import { type RowsModel, useRows } from "./useRows.ts";
import { useTableLook } from "./useTableLook.ts";
import type { TablePage } from "./useTablePage.ts";
import type { TableQuery } from "./useTableQuery.ts";

export interface DataTableProps<Row> {
  /** Names the table in what is kept of a person's liking. */
  id: string;
  /** What is listed, for screen readers: "Users". */
  label: string;
  columns: readonly Column<Row>[];
  query: TableQuery;
  page: TablePage<Row>;
  rowId(row: Row): string;
  /** What people call a row. */
  rowName(row: Row): string;
  /** Where a row leads. */
  rowHref?(row: Row): string;
  /** What a row shows when it is opened in its place. */
  rowDetails?(row: Row): ReactNode;
  rowActions?(row: Row): readonly TableAction<Row>[];
  /** What can be done with many rows; without any, rows cannot be selected. */
  bulkActions?: readonly TableAction<readonly Row[]>[];
  /** What can be searched for: "Search name or e-mail". Without it there is no search. */
  searchLabel?: string;
  /** The filters' chips. */
  filters?: ReactNode;
  /** What to do where there is nothing yet, and what is said where nothing matches or nothing came. */
  words: Words;
  /** Another one is another list: what was selected in the one before is let go. */
  scope?: string;
}

/**
 * A list of the server's: searched, sorted and paged there, all of it kept in the address. A grid for the keyboard
 * (arrows, Home, End, Enter, Space); on a phone the rows are cards.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, query, page, label, bulkActions = [], scope = "" } = props;
  const isPhone = usePhone();
  const look = useTableLook(props.id);
  const shown = columns.filter(({ key }, index) => index === 0 || isPhone || !look.isHidden(key));
  const model: RowsModel<Row> = useRows(props, scope + query.scope);
  const { metadata } = page;
  const last = metadata?.maxPage ?? 1;
  const isPastEnd = metadata !== undefined && page.rows.length === 0 && metadata.totalCount > 0 && query.page > last;
  const { setPage } = query;
  useEffect(() => {
    // The last rows of the last page are gone.
    if (isPastEnd) setPage(last, { replace: true });
    // The query is made anew at each rendering; only the end is news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPastEnd, last]);
  const isEmpty = !page.isLoading && page.rows.length === 0;
  const List = isPhone ? CardList : TableGrid;

  return (
    <div className={classes["table"]}>
      <TableToolbar {...props} columns={columns} look={look} isPhone={isPhone} />
      {isEmpty && !isPastEnd ? (
        <TableState label={label} words={props.words} query={query} page={page} />
      ) : (
        <List label={label} columns={shown} query={query} page={page} model={model} look={look} />
      )}
      <BulkBar selection={model.selection} actions={bulkActions} />
      {metadata === undefined || isEmpty ? null : <Pager metadata={metadata} shown={page.rows.length} query={query} />}
    </div>
  );
}
