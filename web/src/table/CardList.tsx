import { IconChevronRight } from "@tabler/icons-react";
import { Fragment, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./CardList.module.css";
import { CheckBox } from "./CheckBox.tsx";
import type { Column } from "./Column.ts";
import { RowMenu } from "./RowMenu.tsx";
import { SkeletonRows } from "./SkeletonRows.tsx";
import type { ListProps, RowsModel } from "./tableProps.ts";

// The shape of a card that does not exist yet.
const cards = [{ key: "name" }, { key: "end", width: 120, align: "end" }] as const;

/** The rows on a phone: the name, and a second line with the most important values. */
export function CardList<Row>({ label, columns, page, model }: ListProps<Row>) {
  const { selection } = model;
  const { t } = useTranslation();
  const selected = selection.stateOf(page.rows);
  return (
    <div className={classes["scroller"]}>
      {model.isSelectable && selection.count > 0 ? (
        <div className={classes["all"]}>
          <CheckBox
            label={t("table.selectPage")}
            isChecked={selected === "all"}
            isPartial={selected === "some"}
            onChange={() => selection.togglePage(page.rows)}
          />
          <span aria-hidden="true">{t("table.selectPage")}</span>
        </div>
      ) : null}
      {page.isLoading ? <SkeletonRows columns={cards} /> : null}
      <ul aria-label={label} aria-busy={page.isLoading || page.isStale} data-stale={page.isStale || undefined}>
        {page.rows.map((row) => (
          <Card key={model.rowId(row)} row={row} columns={columns} model={model} />
        ))}
      </ul>
    </div>
  );
}

function Card<Row>({ row, columns, model }: { row: Row; columns: readonly Column<Row>[]; model: RowsModel<Row> }) {
  const { t } = useTranslation();
  const detailsId = useId();
  const id = model.rowId(row);
  const name = model.rowName(row);
  const { selection, rowHref, rowDetails } = model;
  const isOpen = rowDetails !== undefined && model.isOpen(id);
  const actions = model.rowActions?.(row) ?? [];
  const [title] = columns;
  const ends = columns.filter(({ onPhone }) => onPhone === "end");
  const line = columns.filter(({ onPhone }) => onPhone === "line");
  const head = title?.cell(row);
  return (
    <li data-selected={selection.has(id) || undefined}>
      {model.isSelectable ? (
        <CheckBox
          label={t("table.select", { name })}
          isChecked={selection.has(id)}
          onChange={() => selection.toggle(row)}
        />
      ) : null}
      <div className={classes["body"]}>
        <div className={classes["first"]}>
          {rowHref !== undefined ? (
            <Link to={rowHref(row)}>{head}</Link>
          ) : rowDetails !== undefined ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => model.open(row)}
            >
              {head}
              <IconChevronRight size={15} stroke={1.9} aria-hidden="true" />
            </button>
          ) : (
            <b>{head}</b>
          )}
          {ends.map(({ key, cell, phoneCell = cell }) => (
            <span key={key}>{phoneCell(row)}</span>
          ))}
        </div>
        <div className={classes["line"]}>
          {line.map(({ key, cell, phoneCell = cell }, index) => (
            <Fragment key={key}>
              {index === 0 ? null : " · "}
              {phoneCell(row)}
            </Fragment>
          ))}
        </div>
      </div>
      {actions.length === 0 ? null : <RowMenu row={row} name={name} actions={actions} />}
      {isOpen ? (
        <div id={detailsId} className={classes["details"]}>
          {rowDetails(row)}
        </div>
      ) : null}
    </li>
  );
}
