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
  /** The list's name for screen readers: "Users". */
  label: string;
  columns: readonly Column<Row>[];
  query: TableQuery;
  page: TablePage<Row>;
  rowId(row: Row): string;
  /** A row's name for people. */
  rowName(row: Row): string;
  /** Where a row leads. */
  rowHref?(row: Row): string;
  /** The details that a row shows when it is expanded. */
  rowDetails?(row: Row): ReactNode;
  rowActions?(row: Row): readonly TableAction<Row>[];
  /** Actions on many rows; without any, rows cannot be selected. */
  bulkActions?: readonly TableAction<readonly Row[]>[];
  /** Loads all rows that match, so that they can be selected together; without it only pages can. */
  loadAll?(): Promise<readonly Row[]>;
  /** The search box's label: "Search name or e-mail". Without it there is no search. */
  searchLabel?: string;
  /** The filters' chips. */
  filters?: ReactNode;
  /** The texts shown if nothing exists yet, nothing matches, or loading failed. */
  words: Words;
  /** Identifies the list: another scope clears the selection. */
  scope?: string;
}

/** The behaviour of a table's rows, as a grid or as cards. */
export interface RowsModel<Row> extends Pick<
  DataTableProps<Row>,
  "rowId" | "rowName" | "rowHref" | "rowDetails" | "rowActions"
> {
  isSelectable: boolean;
  selection: Selection<Row>;
  isOpen(id: string): boolean;
  /** Follows the row's link, or shows and hides its details. */
  open(row: Row): void;
}

/** The props of a table's rows, as a grid or as cards. */
export interface ListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  query: TableQuery;
  page: TablePage<Row>;
  model: RowsModel<Row>;
  look: TableLook;
}
