import { IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CheckBox } from "./CheckBox.tsx";
import type { Column } from "./Column.ts";
import { RowMenu } from "./RowMenu.tsx";
import classes from "./TableGrid.module.css";
import type { RowFocus } from "./useRowFocus.ts";
import type { RowsModel } from "./tableProps.ts";

interface Props<Row> {
  row: Row;
  /** Its row number in the whole list; the header is the first row. */
  number: number;
  columns: readonly Column<Row>[];
  model: RowsModel<Row>;
  focus: RowFocus;
}

/** A row: Enter or a click opens it, Space selects it. */
export function TableRow<Row>({ row, number, columns, model, focus }: Props<Row>) {
  const { t } = useTranslation();
  const detailsId = useId();
  const id = model.rowId(row);
  const name = model.rowName(row);
  const { selection, rowHref, rowDetails } = model;
  const isSelected = selection.has(id);
  const isOpen = rowDetails !== undefined && model.isOpen(id);
  const tabIndex = focus.active === id ? 0 : -1;
  const actions = model.rowActions?.(row) ?? [];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === "Enter") model.open(row);
    else if (event.key === " " && model.isSelectable) selection.toggle(row);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const isControl = event.target instanceof Element && event.target.closest("a,button,input,label,[role=menu]");
    // Selecting text to copy it must not open the row.
    if (isControl || window.getSelection()?.toString()) return;
    model.open(row);
  };
  const first = (content: React.ReactNode) =>
    rowHref !== undefined ? (
      <Link to={rowHref(row)} tabIndex={tabIndex}>
        {content}
      </Link>
    ) : rowDetails !== undefined ? (
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => model.open(row)}
      >
        <IconChevronRight size={15} stroke={1.9} aria-hidden="true" />
        {content}
      </button>
    ) : (
      content
    );

  return (
    <>
      <tr
        data-row={id}
        tabIndex={tabIndex}
        aria-rowindex={number}
        aria-selected={model.isSelectable ? isSelected : undefined}
        data-opens={rowHref !== undefined || rowDetails !== undefined || undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={() => focus.setActive(id)}
      >
        {model.isSelectable ? (
          <td>
            <CheckBox
              label={t("table.select", { name })}
              isChecked={isSelected}
              tabIndex={tabIndex}
              onChange={() => selection.toggle(row)}
            />
          </td>
        ) : null}
        {columns.map(({ key, cell, align, isMono }, index) =>
          index === 0 ? (
            <th key={key} scope="row" data-align={align}>
              {first(cell(row))}
            </th>
          ) : (
            <td key={key} data-align={align} data-mono={isMono || undefined}>
              {cell(row)}
            </td>
          ),
        )}
        <td>{actions.length === 0 ? null : <RowMenu row={row} name={name} actions={actions} tabIndex={tabIndex} />}</td>
      </tr>
      {isOpen ? (
        <tr id={detailsId} className={classes["details"]}>
          <td colSpan={columns.length + (model.isSelectable ? 2 : 1)}>{rowDetails(row)}</td>
        </tr>
      ) : null}
    </>
  );
}
