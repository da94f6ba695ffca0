import type { ReactNode } from "react";
import type { CsvValue } from "./csv.ts";

/** A column of a table as a value. The first one names the row, is never hidden and leads to it. */
export interface Column<Row> {
  key: string;
  header: string;
  cell(row: Row): ReactNode;
  /** The server's name of this order; without one the column cannot be sorted by. */
  sortField?: string;
  align?: "end";
  /** Whether a person may hide it; they may unless it says no. */
  isHideable?: boolean;
  /** Only shown once a person asks for it. */
  isHiddenAtFirst?: boolean;
  isMono?: boolean;
  /** In CSS; columns without one share what is left. */
  width?: string;
  /** Where the row is a card on a phone: on its second line, at the end of its first one, or not at all. */
  onPhone?: "line" | "end";
  /** The card's text, if the value needs its header to be understood. */
  phoneCell?(row: Row): ReactNode;
  /** What a CSV file of the list says; a column without it is not in the file. */
  csv?(row: Row): CsvValue;
}

/** What can be done with a row, or with all that are selected. */
export interface TableAction<Target> {
  key: string;
  label: string;
  icon: ReactNode;
  /** Ends something: comes last, set apart in colour. */
  isDanger?: boolean;
  /** Where it leads; otherwise it runs. */
  href?: string;
  run?(target: Target): void;
}
