import type { ImportNoun, TableEncoding } from "@pulse/contract/importHeaders";
import type { ImportedFile, UpdateBy } from "@pulse/contract/imports";

/** How people want a file to be read, and what it may change. */
export interface ImportChoice {
  /** What each column is; null: as its headers say. */
  columns: readonly string[] | null;
  encoding: TableEncoding | null;
  updateBy: UpdateBy | null;
  replaceCharacters: boolean;
}

export const asItIs: ImportChoice = { columns: null, encoding: null, updateBy: null, replaceCharacters: false };

/** The choice as parameters of the request. */
export function choiceQuery({ columns, encoding, updateBy, replaceCharacters }: ImportChoice): Record<string, unknown> {
  return {
    ...(columns === null ? {} : { columns: columns.join(",") }),
    ...(encoding === null ? {} : { encoding }),
    ...(updateBy === null ? {} : { updateBy }),
    ...(replaceCharacters ? { replaceCharacters } : {}),
  };
}

/** The columns with another meaning of one of them, which no other has any more. */
export function withColumn(file: ImportedFile, nth: number, column: string): string[] {
  return file.columns.map((each, index) => {
    if (index === nth) return column;
    return each.column === null || each.column === column ? "" : each.column;
  });
}

const keysOf: Readonly<Record<ImportNoun, readonly UpdateBy[]>> = {
  assets: ["id", "external_id", "name"],
  trackers: ["id", "mac", "serial_no", "name"],
  hardwares: ["id", "mac", "name"],
};

/** By which of its columns a file can name things that are there. */
export function updateKeys(noun: ImportNoun, file: ImportedFile): readonly UpdateBy[] {
  return keysOf[noun].filter((key) => file.columns.some(({ column }) => column === key));
}
