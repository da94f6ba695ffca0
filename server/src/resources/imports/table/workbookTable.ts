import { Worker } from "node:worker_threads";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { ImportNoun } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import { openPromise } from "yauzl";
import { tooManyRows } from "./csvTable.ts";
import { maxRowsBefore, maxTableRows, type TableFile } from "./TableFile.ts";
import { tableRefused } from "./tableRefused.ts";
import type { WorkbookJob, WorkbookReply } from "./workbookThread.ts";

/** What a workbook may take: the largest with 200,000 rows takes a third of both. */
const [maxHeapMb, maxMs] = [1024, 60_000];
const maxEntries = 2_000;

/**
 * A workbook of Excel (.xlsx) or LibreOffice (.ods), told apart by what the archive contains. It is read in a thread with
 * limits of its own, after its parts were measured, since the sizes that an archive states need not be true.
 * @throws {AppError} `import_refused` for another archive, or a damaged or protected one; `file_too_large` if it unpacks to
 *   too much
 */
export async function workbookTable(path: string, noun: ImportNoun): Promise<TableFile> {
  const format = await examinedFormat(path);
  const rows = await rowsOf({ path, format, noun });
  if (rows.length > maxTableRows + maxRowsBefore) throw tooManyRows();
  return { format, encoding: null, separator: null, rows };
}

async function examinedFormat(path: string): Promise<"xlsx" | "ods"> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw tableRefused("file", "The workbook is damaged", error);
  });
  try {
    let format: "xlsx" | "ods" | null = null;
    let [bytes, entries] = [0, 0];
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === "xl/workbook.xml") format = "xlsx";
      if (entry.fileName === "content.xml") format = "ods";
      names.push(entry.fileName);
      if (entry.isEncrypted()) throw tableRefused("file", "The workbook is protected by a password");
      if (++entries > maxEntries) throw tooLarge();
      if (bytes + entry.uncompressedSize > limits.workbookUnpackedBytes) throw tooLarge();
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        bytes += (chunk as Buffer).length;
        if (bytes > limits.workbookUnpackedBytes) throw tooLarge();
      }
    }
    if (format === null) throw tableRefused("file", otherArchive(names));
    return format;
  } catch (error) {
    throw error instanceof AppError ? error : tableRefused("file", "The workbook is damaged", error);
  } finally {
    zip.close();
  }
}

/** What an archive is that is no workbook of these formats, by the files in it. */
function otherArchive(names: readonly string[]): string {
  if (names.includes("xl/workbook.bin")) return "This is a binary workbook (.xlsb). Save it as .xlsx or CSV";
  if (names.some((name) => name.endsWith(".iwa")))
    return "This is a document of Apple Numbers. Export it as .xlsx or CSV";
  if (names.some((name) => name.startsWith("word/"))) return "This is a text document, not a table";
  return "The file is an archive without a table";
}

function rowsOf(job: WorkbookJob): Promise<TableFile["rows"]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("workbookThread.ts", import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const end = (act: () => void): void => {
      clearTimeout(late);
      void worker.terminate();
      act();
    };
    const costly = "The workbook takes too much time or memory to read";
    const late = setTimeout(() => end(() => reject(tableRefused("file", costly))), maxMs);
    worker.once("message", (reply: WorkbookReply) =>
      end(() => {
        if ("rows" in reply) resolve(reply.rows);
        else reject(tableRefused("file", "The workbook is damaged", new Error(reply.failed)));
      }),
    );
    worker.once("error", (error) => end(() => reject(tableRefused("file", costly, error))));
  });
}

function tooLarge(): AppError {
  const max = `${limits.workbookUnpackedBytes / 1024 / 1024} MB`;
  const message = errorMessage("file_too_large", { max });
  return new AppError("file_too_large", {
    values: { max },
    details: [{ path: "file", code: "file_too_large", message }],
  });
}
