import type { ReactNode } from "react";
import type { Column, TableAction } from "./Column.ts";
import type { Words } from "./TableState.tsx";
import type { Selection } from "./useSelection.ts";
import type { TableLook } from "./useTableLook.ts";
import type { TablePage } from "./useTablePage.ts";
import type { TableQuery } from "./useTableQuery.ts";

export interface DataTableProps<Row> {
  /** The name under which the person's columns and density are stored. */
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
  /** Identifies the list: another scope clears the selection. */
  scope?: string;
}

/** What the rows of a table can do, whatever they look like. */
export interface RowsModel<Row> extends Pick<
  DataTableProps<Row>,
  "rowId" | "rowName" | "rowHref" | "rowDetails" | "rowActions"
> {
  isSelectable: boolean;
  selection: Selection<Row>;
  isOpen(id: string): boolean;
  /** Goes where the row leads, or shows and hides its details. */
  open(row: Row): void;
}

/** What a table shows its rows by, as a grid or as cards. */
export interface ListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  query: TableQuery;
  page: TablePage<Row>;
  model: RowsModel<Row>;
  look: TableLook;
}
