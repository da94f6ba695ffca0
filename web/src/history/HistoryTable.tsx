import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./History.module.css";

interface Props {
  label: string;
  head: readonly string[];
  /** Undefined: still on their way. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[] | undefined;
  /** What is said where there are none. */
  none: string;
  /** How many there are; more than the rows if they are thinned. */
  total?: number | undefined;
}

/** Rows of a history, scrolled within their card. */
export function HistoryTable({ label, head, rows, none, total = 0 }: Props) {
  const { t } = useTranslation();
  if (rows === undefined || rows.length === 0)
    return <p className={classes["text"]}>{rows === undefined ? t("history.loading") : none}</p>;
  return (
    <>
      {total > rows.length ? (
        <p className={classes["thinned"]}>{t("history.thinned", { shown: rows.length, count: total })}</p>
      ) : null}
      {/* Not a control, but without focus no keyboard would scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={label}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  <td key={head[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
