import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { zipText } from "./zipText.ts";

/** What LibreOffice puts around rows that it repeats on each page, or that people have grouped. */
const around = /<\/?[\w.-]*:?(?:table-header-rows|table-row-group|table-rows)\b[^>]*>/g;

/**
 * An ODS file in which every row is a child of its table: its reader skips rows that are further inside (OpenDocument 1.3
 * part 3, 9.1.2).
 */
export async function odsWithPlainRows(path: string): Promise<Buffer> {
  const content = await zipText(path, "content.xml");
  if (content.search(around) < 0) return readFile(path);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("application/vnd.oasis.opendocument.spreadsheet"), "mimetype", { compress: false });
  zip.addBuffer(Buffer.from(content.replaceAll(around, "")), "content.xml", { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
