import { useEffect } from "react";
import { usePhone } from "../theme/usePhone.ts";
import { BulkBar } from "./BulkBar.tsx";
import { CardList } from "./CardList.tsx";
import type { DataTableProps, RowsModel } from "./tableProps.ts";
import classes from "./DataTable.module.css";
import { Pager } from "./Pager.tsx";
import { SelectAll } from "./SelectAll.tsx";
import { TableGrid } from "./TableGrid.tsx";
import { TableState } from "./TableState.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import { useRows } from "./useRows.ts";
import { useOpenSingleResult } from "./useOpenSingleResult.ts";
import { useTableLook } from "./useTableLook.ts";

/**
 * A list from the server, which searches, sorts and pages it; all of that is kept in the address. A grid for the keyboard
 * (arrows, Home, End, Enter, Space); on a phone the rows are cards.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, query, page, label, bulkActions = [], scope = "" } = props;
  const isPhone = usePhone();
  const look = useTableLook(
    props.id,
    columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ key }) => key),
  );
  const visible = columns.filter(({ key }, index) => index === 0 || isPhone || !look.isHidden(key));
  const model: RowsModel<Row> = useRows(props, scope + query.scope);
  const search = useOpenSingleResult({
    query,
    page,
    open: (row: Row) => {
      if (props.rowHref !== undefined) model.open(row);
    },
  });
  const { metadata } = page;
  const last = metadata?.maxPage ?? 1;
  const isPastEnd = metadata !== undefined && page.rows.length === 0 && metadata.totalCount > 0 && query.page > last;
  const { setPage } = query;
  useEffect(() => {
    // The last page has become empty.
    if (isPastEnd) setPage(last, { replace: true });
    // The query object is new at each render; only the end matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPastEnd, last]);
  const isEmpty = !page.isLoading && page.rows.length === 0;
  const List = isPhone ? CardList : TableGrid;

  return (
    <div className={classes["table"]}>
      <TableToolbar {...props} columns={columns} look={look} isPhone={isPhone} search={search} />
      {isEmpty && !isPastEnd ? (
        <TableState label={label} words={props.words} query={query} page={page} />
      ) : (
        <List label={label} columns={visible} query={query} page={page} model={model} look={look} />
      )}
      <BulkBar selection={model.selection} actions={bulkActions}>
        {props.loadAll === undefined || model.selection.stateOf(page.rows) !== "all" ? null : (
          <SelectAll
            key={scope + query.scope}
            total={metadata?.totalCount ?? 0}
            selection={model.selection}
            load={props.loadAll}
          />
        )}
      </BulkBar>
      {metadata === undefined || isEmpty ? null : (
        <Pager metadata={metadata} visible={page.rows.length} query={query} />
      )}
    </div>
  );
}
