import type { ReactNode } from "react";
import type { CsvValue } from "./csv.ts";

/** A column of a table. The first one names the row, links to it and is never hidden. */
export interface Column<Row> {
  key: string;
  header: string;
  cell(row: Row): ReactNode;
  /** The server's name of this order; without one the column cannot be sorted by. */
  sortField?: string;
  align?: "end";
  /** Whether a person may hide it; true by default. */
  isHideable?: boolean;
  /** Hidden until a person chooses it. */
  isHiddenAtFirst?: boolean;
  isMono?: boolean;
  /** Px; columns without one are flexible and share the rest (columnWidths). */
  width?: number;
  /** How much of the rest a flexible column takes beside the others; 1 by default. */
  share?: number;
  /** Its place in a phone's card: on the second line, at the end of the first one, or absent. */
  onPhone?: "line" | "end";
  /** The text in the card, if the value cannot be understood without its header. */
  phoneCell?(row: Row): ReactNode;
  /** The value in a CSV file; columns without it are not in the file. */
  csv?(row: Row): CsvValue;
}

/** An action on a row, or on all selected ones. */
export interface TableAction<Target> {
  key: string;
  label: string;
  icon: ReactNode;
  /** Ends something: placed last, in another colour. */
  isDanger?: boolean;
  /** The link's target; otherwise `run` is called. */
  href?: string;
  run?(target: Target): void;
}
