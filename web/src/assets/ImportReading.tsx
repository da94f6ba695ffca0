import { NativeSelect, Switch } from "@mantine/core";
import { type ImportNoun, tableEncodings, type TableEncoding } from "@pulse/contract/importHeaders";
import type { ImportReport, UpdateBy } from "@pulse/contract/imports";
import { useTranslation } from "react-i18next";
import { inputClasses } from "../form/inputClasses.ts";
import { switchClasses } from "../form/switchClasses.ts";
import classes from "./ImportPreview.module.css";
import { type ImportChoice, updateKeys } from "./importChoice.ts";

interface Props {
  noun: ImportNoun;
  report: ImportReport & { file: NonNullable<ImportReport["file"]> };
  choice: ImportChoice;
  isBusy: boolean;
  onChoice(change: Partial<ImportChoice>): void;
}

const maxReplacedShown = 100;

/** How a file is read and what it may change: encoding, things that are there, and characters that names may not have. */
export function ImportReading({ noun, report, choice, isBusy, onChoice }: Props) {
  const { t } = useTranslation();
  const { file } = report;
  const keys = updateKeys(noun, file);
  const encodingName = (encoding: TableEncoding): string => {
    const key = encoding.replaceAll("-", "");
    return t(`things.import.encodings.${key}`);
  };
  const hasForeign = report.rows.some(({ errors }) => errors.some(({ code }) => code === "char_not_allowed"));
  return (
    <>
      <div className={classes["reading"]}>
        {file.encoding === null ? null : (
          <NativeSelect
            classNames={inputClasses}
            label={t("things.import.encoding")}
            data={tableEncodings.map((value) => ({ value, label: encodingName(value) }))}
            value={file.encoding}
            disabled={isBusy}
            onChange={({ currentTarget }) => onChoice({ encoding: currentTarget.value as TableEncoding })}
          />
        )}
        {keys.length === 0 ? null : (
          <NativeSelect
            classNames={inputClasses}
            label={t("things.import.existing")}
            data={[
              { value: "", label: t("things.import.onlyNew") },
              ...keys.map((key) => ({
                value: key,
                label: t("things.import.updateBy", { column: t(`things.import.columns.${key}`) }),
              })),
            ]}
            value={choice.updateBy ?? ""}
            disabled={isBusy}
            onChange={({ currentTarget }) =>
              onChoice({ updateBy: currentTarget.value === "" ? null : (currentTarget.value as UpdateBy) })
            }
          />
        )}
      </div>
      {hasForeign || choice.replaceCharacters ? (
        <Switch
          classNames={switchClasses}
          labelPosition="left"
          label={t("things.import.replace")}
          checked={choice.replaceCharacters}
          disabled={isBusy}
          onChange={({ currentTarget }) => onChoice({ replaceCharacters: currentTarget.checked })}
        />
      ) : null}
      {file.replaced.length === 0 ? null : (
        <ul className={classes["replaced"]} aria-label={t("things.import.replaced")}>
          {file.replaced.slice(0, maxReplacedShown).map(({ row, line, from, to }) => (
            <li key={row}>{t("things.import.becomes", { line, from, to })}</li>
          ))}
          {file.replaced.length > maxReplacedShown ? (
            <li>{t("things.import.moreReplaced", { count: file.replaced.length - maxReplacedShown })}</li>
          ) : null}
        </ul>
      )}
    </>
  );
}
