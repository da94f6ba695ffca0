import { limits } from "@pulse/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import type { Column } from "./Column.ts";
import { CsvButton } from "./CsvButton.tsx";
import { csvFileName, csvText, saveCsv } from "./csv.ts";

interface Props<Row> {
  kind: string;
  columns: readonly Column<Row>[];
  /** Reads the whole list with the current search and filters. */
  load(): Promise<readonly Row[]>;
}

/** Saves the whole list as a CSV file. */
export function ListCsv<Row>({ kind, columns, load }: Props<Row>) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const saving = useMutation({
    mutationFn: async () => {
      const rows = await load();
      saveRows(kind, columns, rows);
      // The server returns no longer list than that.
      if (rows.length >= limits.listRowsMax) snackbars.info(t("table.csvCut", { rows: limits.listRowsMax }));
    },
  });
  return <CsvButton saving={saving.isPending} onSave={() => saving.mutate()} />;
}

/** Saves rows as a CSV file: `users_20261120.csv`. */
export function saveRows<Row>(kind: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const inFile = columns.filter(({ csv }) => csv !== undefined);
  const text = csvText(
    inFile.map(({ key }) => key),
    rows.map((row) => inFile.map(({ csv }) => csv?.(row))),
  );
  saveCsv(csvFileName(kind), text);
}
