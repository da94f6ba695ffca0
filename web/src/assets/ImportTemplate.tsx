import { Button } from "@mantine/core";
import { importColumns, type ImportNoun, importSample } from "@pulse/contract/importHeaders";
import { useTranslation } from "react-i18next";
import { saveCsv } from "../table/csv.ts";

/** A file with the columns and a row to replace. */
export function ImportTemplate({ noun }: { noun: ImportNoun }) {
  const { t } = useTranslation();
  const columns = importColumns[noun];
  return (
    <Button
      variant="subtle"
      color="gray"
      onClick={() => saveCsv(`${noun}-template.csv`, `${columns.join(",")}\r\n${importSample[noun].join(",")}\r\n`)}
    >
      {t("things.import.template")}
    </Button>
  );
}
