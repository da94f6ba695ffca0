import type { ImportReport } from "@pulse/contract/imports";
import { useTranslation } from "react-i18next";
import { detailText } from "../api/detailText.ts";
import classes from "./Things.module.css";

const maxShown = 100;

/** A file's errors, row by row. */
export function ImportFaults({ rows }: { rows: ImportReport["rows"] }) {
  const { t, i18n } = useTranslation();
  const labelOf = (column: string): string => {
    // Beyond the header, only its number is known.
    if (/^\d+$/.test(column)) return t("things.import.nthCell", { nth: column });
    const key = `things.import.columns.${column}`;
    return i18n.exists(key) ? t(key) : column;
  };
  if (rows.length === 0) return null;
  return (
    <ul className={`${classes["rows"]} ${classes["faults"]}`}>
      {rows.slice(0, maxShown).map(({ row, line, errors }) => (
        <li key={row}>
          <div>
            {line === null ? t("things.import.row", { row }) : t("things.import.line", { line })}
            {errors.map(({ column, value, ...fault }) => {
              const label = labelOf(column);
              const reason = detailText({ path: column, ...fault }, { label });
              return (
                <small key={column}>
                  {label}: {value === "" ? reason : `${value}: ${reason}`}
                </small>
              );
            })}
          </div>
        </li>
      ))}
      {rows.length > maxShown ? <li>{t("things.import.more", { count: rows.length - maxShown })}</li> : null}
    </ul>
  );
}
