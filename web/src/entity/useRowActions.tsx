import { IconDownload, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import type { Column, TableAction } from "../table/Column.ts";
import { saveRows } from "../table/ListCsv.tsx";
import type { Noun, Stored } from "./Noun.ts";
import { hrefOf, type Scope } from "./Scope.ts";
import { useLetters } from "./useLetters.ts";

interface Options<Row extends Stored, Entity extends Row> {
  noun: Noun<Row, Entity>;
  scope: Scope;
  columns: readonly Column<Row>[];
  isDeletable(row: Row): boolean;
  more?: ((row: Row, scope: Scope) => readonly TableAction<Row>[]) | undefined;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** The actions on rows of a noun's list, single and selected, and the requested deletion. */
export function useRowActions<Row extends Stored, Entity extends Row>(options: Options<Row, Entity>) {
  const { noun, scope, columns, isDeletable, more } = options;
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const can = useLetters(noun.area);
  const [request, setRequest] = useState<{ things: readonly Row[]; undeletable: readonly Row[] }>({
    things: [],
    undeletable: [],
  });
  const [numDeleted, setNumDeleted] = useState(0);
  const mayDelete = can.d && noun.isNameTyped !== true;
  const deletion = { key: "delete", label: t("entity.delete"), icon: <IconTrash {...icon} />, isDanger: true };
  const ask = (rows: readonly Row[]): void => {
    const things = rows.filter(isDeletable);
    if (things.length === 0) snackbars.error(t(`${noun.texts}.kept`));
    setRequest({ things, undeletable: rows.filter((row) => !isDeletable(row)) });
  };
  const csv: TableAction<readonly Row[]> = {
    key: "csv",
    label: t("table.csv"),
    icon: <IconDownload {...icon} />,
    run: (rows) => saveRows(noun.name, columns, rows),
  };
  return {
    rowActions: (row: Row): readonly TableAction<Row>[] => [
      {
        key: "open",
        label: t(can.u && noun.isFixed?.(row) !== true ? "entity.edit" : "entity.view"),
        icon: <IconPencil {...icon} />,
        href: hrefOf(noun, scope, row.id),
      },
      ...(more?.(row, scope) ?? []),
      ...(mayDelete && isDeletable(row) ? [{ ...deletion, run: () => ask([row]) }] : []),
    ],
    bulkActions: [csv, ...(mayDelete ? [{ ...deletion, run: ask }] : [])],
    /** Increases with each deletion. */
    numDeleted,
    /** For the DeleteDialog. */
    deletion: {
      ...request,
      onDeleted: () => setNumDeleted((before) => before + 1),
      onClose: () => setRequest({ things: [], undeletable: [] }),
    },
  };
}
