import { NativeSelect } from "@mantine/core";
import type { ImportedFile } from "@pulse/contract/imports";
import { useTranslation } from "react-i18next";
import classes from "./ImportPreview.module.css";
import { type ImportChoice, withColumn } from "./importChoice.ts";

interface Props {
  file: ImportedFile;
  isBusy: boolean;
  onChoice(change: Partial<ImportChoice>): void;
}

/** The first rows of a file under what its columns are taken for, which people can change. */
export function ImportPreview({ file, isBusy, onChoice }: Props) {
  const { t } = useTranslation();
  const name = (column: string): string => t(`things.import.columns.${column}`);
  const ignored = file.columns.filter(({ note }) => note === "unknown").map(({ header }) => header);
  const double = file.columns.filter(({ note }) => note === "double").map(({ header }) => header);
  const options = [
    { value: "", label: t("things.import.ignored") },
    ...file.accepted.map((column) => ({ value: column, label: name(column) })),
  ];
  return (
    <>
      {file.missing.length === 0 ? null : (
        <p role="alert" className={classes["missing"]}>
          {t("things.import.missing", { count: file.missing.length, columns: file.missing.map(name).join(", ") })}
        </p>
      )}
      <div className={classes["scroll"]} role="region" aria-label={t("things.import.preview")}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className={classes["line"]}>{t("things.import.lineHead")}</span>
              </th>
              {file.columns.map(({ header, column, note }, nth) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity
                <th key={nth} scope="col" data-ignored={column === null || undefined} data-note={note ?? undefined}>
                  <span>{header === "" ? "–" : header}</span>
                  <NativeSelect
                    size="xs"
                    aria-label={t("things.import.columnIs", { header })}
                    data={options}
                    value={column ?? ""}
                    disabled={isBusy}
                    onChange={({ currentTarget }) => onChoice({ columns: withColumn(file, nth, currentTarget.value) })}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.firstRows.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {cells.map((cell, nth) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={nth} data-ignored={file.columns[nth]?.column === null || undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ignored.length === 0 ? null : (
        <p className={classes["note"]}>
          {t("things.import.unknown", { count: ignored.length, columns: ignored.join(", ") })}
        </p>
      )}
      {double.length === 0 ? null : (
        <p className={classes["note"]}>
          {t("things.import.double", { count: double.length, columns: double.join(", ") })}
        </p>
      )}
    </>
  );
}
