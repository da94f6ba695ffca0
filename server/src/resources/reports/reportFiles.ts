import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as otherWork } from "node:timers/promises";
import type { ByteStore } from "../../platform/files/byteStore.ts";
import { csvLine, zonedTime } from "../../platform/http/csv.ts";
import type { ListedReport } from "./reports.repository.ts";
import { readAhead } from "./readAhead.ts";
import { type ReportTable, tableName } from "./reportTable.ts";

/** What was written. */
export interface ReportFile {
  name: string;
  /** Bytes. */
  size: number;
  rows: number;
}

export type ReportFiles = ReturnType<typeof reportFiles>;

/**
 * The files of reports, each under its report's id.
 * @param folder where one is while it is written
 * @param store where they are then kept
 */
export function reportFiles(folder: string, store: ByteStore) {
  return {
    /**
     * Writes a report: one table as CSV, several as a zip of them. Memory does not grow with the span.
     * @param told called with how much is done, 0–1; an error that it throws ends the writing, and nothing is left
     * behind
     */
    write: async (
      report: ListedReport,
      tables: readonly ReportTable[],
      onProgress: (progress: number) => Promise<void>,
    ): Promise<ReportFile> => {
      await mkdir(folder, { recursive: true });
      const partOf = (attempt: number): string => join(folder, `${report.id}.${attempt}.part`);
      const unfinished = partOf(report.attempts);
      // Leftovers of processes that died.
      for (let attempt = 1; attempt < report.attempts; attempt++) await rm(partOf(attempt), { force: true });
      const time = zonedTime(report.zone);
      let rows = 0;
      const csvOf = ({ columns, turns }: ReportTable, nth: number): Readable => {
        const lines = async function* (): AsyncGenerator<Buffer> {
          yield Buffer.from(csvLine(columns, time));
          for await (const turn of readAhead(turns(time))) {
            yield turn.lines;
            rows += turn.rows;
            // Lets other work run, and rows arrive from the database.
            await otherWork();
            if (turn.share !== null) await onProgress((nth + turn.share) / tables.length);
          }
        };
        return Readable.from(lines());
      };
      try {
        const [only] = tables;
        const isOne = only !== undefined && tables.length === 1 && !report.is_split;
        const content = isOne ? csvOf(only, 0) : await zipOf(tables, csvOf);
        await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
        const { size } = await stat(unfinished);
        await store.take(report.id, unfinished);
        return { name: isOne ? only.name : tableName(report).replace(/\.csv$/, ".zip"), size, rows };
      } finally {
        await rm(unfinished, { force: true });
      }
    },

    /** Null: it is not there. */
    open: async (id: string): Promise<Readable | null> => (await store.open(id))?.stream ?? null,
    remove: (id: string): Promise<void> => store.remove([id]),
  };
}

/** The tables one after the other: each is read when the one before it is written. Only loaded if there are several. */
async function zipOf(
  tables: readonly ReportTable[],
  csvOf: (table: ReportTable, nth: number) => Readable,
): Promise<Readable> {
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  zip.on("error", (error: Error) => content.destroy(error));
  for (const [nth, table] of tables.entries())
    zip.addReadStreamLazy(table.name, (give) => {
      const csv = csvOf(table, nth);
      csv.on("error", (error) => content.destroy(error));
      give(null, csv);
    });
  zip.end();
  return content;
}
