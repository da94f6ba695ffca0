import { readFile } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";

/** What LibreOffice puts around rows that it repeats on each page, or that people have grouped. */
const around = /<\/?[\w.-]*:?(?:table-header-rows|table-row-group|table-rows)\b[^>]*>/g;

/**
 * An ODS file in which every row is a child of its table: its reader skips rows that are further inside (OpenDocument 1.3
 * part 3, 9.1.2).
 */
export async function odsWithPlainRows(path: string): Promise<Buffer> {
  const content = await contentOf(path);
  if (content.search(around) < 0) return readFile(path);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("application/vnd.oasis.opendocument.spreadsheet"), "mimetype", { compress: false });
  zip.addBuffer(Buffer.from(content.replaceAll(around, "")), "content.xml", { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

async function contentOf(path: string): Promise<string> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === "content.xml") return await text(await zip.openReadStreamPromise(entry));
    return "";
  } finally {
    zip.close();
  }
}
