import { useTranslation } from "react-i18next";
import { type ScrollRow, ScrollTable } from "../table/ScrollTable.tsx";
import classes from "./History.module.css";

interface Props {
  label: string;
  head: readonly string[];
  /** Undefined: still loading. */
  rows: readonly ScrollRow[] | undefined;
  /** The text shown if there are none. */
  none: string;
  /** The total number; larger than the number of rows if they are thinned. */
  total?: number | undefined;
  /** What the rows are made from, above them. */
  note?: string;
}

/** Rows of a history, scrolled within their card. */
export function HistoryTable({ label, head, rows, none, total = 0, note }: Props) {
  const { t } = useTranslation();
  if (rows === undefined || rows.length === 0)
    return <p className={classes["text"]}>{rows === undefined ? t("history.loading") : none}</p>;
  return (
    <>
      {total > rows.length ? (
        <p className={classes["thinned"]}>{t("history.thinned", { shown: rows.length, count: total })}</p>
      ) : null}
      {note === undefined ? null : <p className={classes["thinned"]}>{note}</p>}
      <ScrollTable label={label} head={head} rows={rows} />
    </>
  );
}
