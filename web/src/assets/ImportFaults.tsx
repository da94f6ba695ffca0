import type { ImportReport } from "@pulse/contract/imports";
import { useTranslation } from "react-i18next";
import { detailText } from "../api/detailText.ts";
import classes from "./Things.module.css";

const maxShown = 100;

/** A file's errors, row by row. */
export function ImportFaults({ rows }: { rows: ImportReport["rows"] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <ul className={`${classes["rows"]} ${classes["faults"]}`}>
      {rows.slice(0, maxShown).map(({ row, line, errors }) => (
        <li key={row}>
          <div>
            {line === null ? t("things.import.row", { row }) : t("things.import.line", { line })}
            {errors.map(({ column, value, ...fault }) => {
              const reason = detailText({ path: column, ...fault }, { label: column });
              return (
                <small key={column}>
                  {column}: {value === "" ? reason : `${value}: ${reason}`}
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
