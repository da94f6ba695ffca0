import { useState } from "react";
import { useNavigate } from "react-router";
import type { DataTableProps, RowsModel } from "./tableProps.ts";
import { useSelection } from "./useSelection.ts";

/** The selection of a table's rows, and their opening. */
export function useRows<Row>(props: DataTableProps<Row>, scope: string): RowsModel<Row> {
  const { rowId, rowName, rowHref, rowDetails, rowActions, bulkActions = [] } = props;
  const navigate = useNavigate();
  const selection = useSelection(rowId, scope);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void =>
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  return {
    rowId,
    rowName,
    ...(rowHref === undefined ? {} : { rowHref }),
    ...(rowDetails === undefined ? {} : { rowDetails }),
    ...(rowActions === undefined ? {} : { rowActions }),
    isSelectable: bulkActions.length > 0,
    selection,
    isOpen: (id) => opened.has(id),
    open: (row) => {
      if (rowHref !== undefined) void navigate(rowHref(row));
      else if (rowDetails !== undefined) toggle(rowId(row));
    },
  };
}
