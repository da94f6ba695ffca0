import { IconArchive, IconArchiveOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TableAction } from "../table/Column.ts";

interface Archiving<Row> {
  archive(rows: readonly Row[]): void;
  unarchive(rows: readonly Row[]): void;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** The archive actions of a row and of all selected rows; none for people who may not change them. */
export function useArchiveActions<Row extends { archived: boolean }>(archiving: Archiving<Row>, mayChange: boolean) {
  const { t } = useTranslation();
  const actions = (shown: boolean, runs: (rows: readonly Row[]) => void) => ({
    key: shown ? "unarchive" : "archive",
    label: t(shown ? "things.unarchive" : "things.archive"),
    icon: shown ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />,
    runs,
  });
  const of = (isArchived: boolean) =>
    isArchived ? actions(true, archiving.unarchive) : actions(false, archiving.archive);
  return {
    row: (row: Row): readonly TableAction<Row>[] => {
      if (!mayChange) return [];
      const { runs, ...action } = of(row.archived);
      return [{ ...action, run: () => runs([row]) }];
    },
    rows: (isArchived: boolean): readonly TableAction<readonly Row[]>[] => {
      if (!mayChange) return [];
      const { runs, ...action } = of(isArchived);
      return [{ ...action, run: runs }];
    },
  };
}
