import { limits } from "@pulse/contract/limits";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import type { Column } from "./Column.ts";
import { csvText, saveCsv } from "./csv.ts";

interface Props<Row> {
  kind: string;
  columns: readonly Column<Row>[];
  /** Reads the whole list as it is searched and filtered. */
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
      // The server gives no list longer than that.
      if (rows.length >= limits.listRowsMax) snackbars.info(t("table.csvCut", { rows: limits.listRowsMax }));
    },
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-label={t("table.csvOf")}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t("table.csv")}
    </Button>
  );
}

/** Saves rows as a CSV file: `users_20261120.csv`. */
export function saveRows<Row>(kind: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const inFile = columns.filter(({ csv }) => csv !== undefined);
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const text = csvText(
    inFile.map(({ key }) => key),
    rows.map((row) => inFile.map(({ csv }) => csv?.(row))),
  );
  saveCsv(`${kind}_${day}.csv`, text);
}
