import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CheckBox } from "./CheckBox.tsx";
import type { Column } from "./Column.ts";
import { columnWidths } from "./columnWidths.ts";
import { SkeletonRows } from "./SkeletonRows.tsx";
import classes from "./TableGrid.module.css";
import { TableRow } from "./TableRow.tsx";
import { useRowFocus } from "./useRowFocus.ts";
import type { ListProps } from "./tableProps.ts";
import type { TableQuery } from "./useTableQuery.ts";

/** The rows as a grid: one stop for the keyboard, arrows within. */
export function TableGrid<Row>({ label, columns, query, page, model, look }: ListProps<Row>) {
  const { t } = useTranslation();
  const { rows, metadata } = page;
  const { selection } = model;
  const focus = useRowFocus(rows.map(model.rowId));
  const selected = selection.stateOf(rows);
  const isFirstPage = (metadata?.currentPage ?? 1) === 1;
  const { minWidth, widths } = columnWidths(columns, model.isSelectable);
  const before = isFirstPage ? 0 : ((metadata?.currentPage ?? 1) - 1) * (metadata?.limit ?? 0);
  return (
    <div className={classes["scroller"]} data-density={look.density}>
      <table
        // A grid is a table whose rows are navigated with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-rowcount={(metadata?.totalCount ?? 0) + 1}
        aria-multiselectable={model.isSelectable || undefined}
        aria-busy={page.isLoading || page.isStale}
        onKeyDown={focus.onKeyDown}
        style={{ minWidth }}
      >
        <colgroup>
          {model.isSelectable ? <col className={classes["check"]} /> : null}
          {columns.map(({ key }, index) => (
            <col key={key} style={{ width: widths[index] }} />
          ))}
          <col className={classes["end"]} />
        </colgroup>
        <thead>
          <tr>
            {model.isSelectable ? (
              <th>
                <CheckBox
                  label={t("table.selectPage")}
                  isChecked={selected === "all" && rows.length > 0}
                  isPartial={selected === "some"}
                  onChange={() => selection.togglePage(rows)}
                />
              </th>
            ) : null}
            {columns.map((column, index) => (
              <Header key={column.key} column={column} isName={index === 0} query={query} />
            ))}
            <th>
              {model.rowActions === undefined ? null : <span className={classes["said"]}>{t("table.actions")}</span>}
            </th>
          </tr>
        </thead>
        <tbody className={page.isStale ? classes["stale"] : undefined}>
          {rows.map((row, index) => (
            <TableRow
              key={model.rowId(row)}
              row={row}
              number={before + index + 2}
              columns={columns}
              model={model}
              focus={focus}
            />
          ))}
        </tbody>
      </table>
      {page.isLoading ? (
        <SkeletonRows columns={columns} grid={{ isSelectable: model.isSelectable, minWidth, widths }} />
      ) : null}
    </div>
  );
}

function Header<Row>({ column, isName, query }: { column: Column<Row>; isName: boolean; query: TableQuery }) {
  const { t } = useTranslation();
  const { header, sortField, align } = column;
  if (sortField === undefined)
    return (
      <th scope="col" data-align={align} data-names={isName || undefined}>
        {header}
      </th>
    );
  const { field, order } = query.sort;
  const isSorted = sortField === field;
  const Arrow = order === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={align}
      data-names={isName || undefined}
      data-sorted={isSorted || undefined}
      aria-sort={isSorted ? (order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button type="button" title={t("table.sortBy", { column: header })} onClick={() => query.toggleSort(sortField)}>
        {header}
        {isSorted ? <Arrow size={13} stroke={2} aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
