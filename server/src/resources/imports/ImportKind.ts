import type { Area, Need } from "@pulse/contract/access";
import type { ImportNoun } from "@pulse/contract/importHeaders";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { NewRow, ReadRow } from "./ImportRow.ts";
import type { ImportChanges } from "./importChanges.repository.ts";
import type { EventKind, WriteTransaction } from "../../platform/writes/record.ts";

/** A row of a file by the names of its columns, and its line in the file under `lineCell`. */
export type Cells = Readonly<Record<string, string>>;

/** What is wrong with a cell. */
export interface CellFault {
  row: number;
  /** In the file. */
  line: number;
  column: string;
  value: string;
  code: string;
  message: string;
}

/**
 * A kind of thing that files can contain: its columns, its rules for one row and for all rows together, and how they
 * are written.
 */
export interface ImportKind<Value extends object> {
  kind: "asset" | "tracker" | "hardware";
  event: EventKind;
  area: Area;
  noun: ImportNoun;
  columns: readonly string[];
  required: readonly string[];
  /** A file needs one of these columns besides. */
  oneOf?: readonly string[];
  /** The rule for one row, by fields that are the columns, in camelCase or as they are. */
  rule: z.ZodType<Value>;
  valueOf(cells: Cells): Record<string, unknown>;
  /** The types that rows may name, by their codes, each with what people call it; none: any text is a type. */
  types(db: Kysely<Database>): Promise<{ type: string; name: string }[]>;
  /** Rights that some rows need besides that of the area: to link, to make trackers, or to set heights. */
  more: readonly { need: Need; isAsked(value: Record<string, unknown>): boolean }[];
  /**
   * What is wrong with rows, given the other rows of the file and what is stored already; of each kind of fault only the
   * first thousand rows.
   */
  faults(db: Kysely<Database>, site: SiteScope, rows: readonly ReadRow<Value>[]): Promise<CellFault[]>;
  /** The rows that an earlier export of this site left as they are, with the ids of their things. */
  unchanged(db: Kysely<Database>, site: SiteScope, rows: readonly ReadRow<Value>[]): Promise<Map<number, string>>;
  changes: ImportChanges<Value>;
  insert(
    trx: WriteTransaction,
    site: SiteScope,
    rows: readonly NewRow<Value>[],
    who: { by: string; at: Date },
  ): Promise<void>;
}
