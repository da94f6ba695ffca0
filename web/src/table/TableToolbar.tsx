import type { Column } from "./Column.ts";
import type { DataTableProps } from "./tableProps.ts";
import { LookMenus } from "./LookMenus.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SortMenu } from "./SortMenu.tsx";
import classes from "./TableToolbar.module.css";
import type { useOpenSingleResult } from "./useOpenSingleResult.ts";
import type { TableLook } from "./useTableLook.ts";

interface Props<Row> extends Pick<DataTableProps<Row>, "query" | "searchLabel" | "filters"> {
  columns: readonly Column<Row>[];
  look: TableLook;
  isPhone: boolean;
  search: ReturnType<typeof useOpenSingleResult>;
}

/** Search and filters at the left, the table's settings at the right. */
export function TableToolbar<Row>({ columns, query, searchLabel, filters, look, isPhone, search }: Props<Row>) {
  return (
    <div className={classes["bar"]}>
      {searchLabel === undefined ? null : (
        <div className={classes["search"]} role="search">
          <SearchBox label={searchLabel} value={query.keyword} onChange={search.search} onEnter={search.enter} />
        </div>
      )}
      {filters === undefined ? null : <div className={classes["filters"]}>{filters}</div>}
      <div className={classes["look"]}>
        {isPhone ? <SortMenu columns={columns} query={query} /> : <LookMenus look={look} columns={columns} />}
      </div>
    </div>
  );
}
