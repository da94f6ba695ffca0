import { open } from "node:fs/promises";
import type { ImportNoun, TableEncoding } from "@pulse/contract/importHeaders";
import { csvTable } from "./csvTable.ts";
import type { TableFile } from "./TableFile.ts";
import { tableRefused } from "./tableRefused.ts";
import { workbookTable } from "./workbookTable.ts";

/** The first bytes of other files that people choose: an old or protected workbook, and what is no table at all. */
const others: readonly (readonly [start: string, why: string])[] = [
  ["\xd0\xcf\x11\xe0", "This is an old or protected Excel workbook. Save it as .xlsx or CSV"],
  ["%PDF", "This is a PDF, not a table"],
  ["\x89PNG", "This is a picture, not a table"],
  ["\xff\xd8\xff", "This is a picture, not a table"],
  ["{\\rtf", "This is a text document, not a table"],
];

/** Programs call a web page or XML `.xls`, which Excel opens nonetheless. */
const markup = /^(?:\u00EF\u00BB\u00BF)?\s*<(?:[?!]|html|table|workbook|office:)/i;
const headBytes = 64;

/**
 * A file as a table, by its bytes and not by its name: CSV in any of the usual forms, or a workbook.
 * @throws {AppError} `import_refused` with the reason, `file_too_large`
 */
export async function readTable(
  path: string,
  noun: ImportNoun,
  encoding: TableEncoding | undefined,
): Promise<TableFile> {
  const head = await firstBytes(path);
  const other = others.find(([start]) => head.startsWith(start));
  if (other !== undefined) throw tableRefused("file", other[1]);
  if (markup.test(head))
    throw tableRefused("file", "This is a web page or XML. Open it in a spreadsheet and save it as .xlsx or CSV");
  return head.startsWith("PK\u0003\u0004") ? workbookTable(path, noun) : csvTable(path, encoding);
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
