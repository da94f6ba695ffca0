import { createReadStream } from "node:fs";
import type { Kysely } from "kysely";
import { createTarPacker } from "modern-tar";
import { readShape } from "../database/databaseShape.ts";
import type { Database } from "../database/schema.ts";
import { readRows } from "../database/tableRows.ts";
import { endName, formatVersion, type Header, headerName } from "./archiveFormat.ts";
import { type Checksums, checksums } from "./checksums.ts";
import type { HeldFile } from "./holdFolders.ts";

/** What a backup is made of; all of it is of one moment. */
export interface BackupContents {
  db: Kysely<Database>;
  files: readonly HeldFile[];
}

interface ArchiveEntry {
  name: string;
  /** Bytes. */
  size: number;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * The tar archive of a backup (archiveFormat.ts), as it is read. The stream fails if something cannot be read.
 * @param product the release that writes it
 */
export function writeArchive(contents: BackupContents, product: string, nowMs: number): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const pack = async (): Promise<void> => {
    for await (const { name, size, chunks } of archiveEntries(contents, product, nowMs)) {
      const header = { name, size, type: "file", mode: 0o600, mtime: new Date(nowMs) } as const;
      const writer = controller.add(header).getWriter();
      // Its own rejection is that of a write, which is waited for.
      writer.closed.catch(() => undefined);
      for await (const chunk of chunks) await writer.write(chunk);
      await writer.close();
    }
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return readable;
}

async function* archiveEntries(
  { db, files }: BackupContents,
  product: string,
  nowMs: number,
): AsyncGenerator<ArchiveEntry> {
  const header: Header = {
    format: formatVersion,
    product,
    createdAt: new Date(nowMs).toISOString(),
    database: await readShape(db),
  };
  const headerBytes = Buffer.from(`${JSON.stringify(header, null, 1)}\n`);
  const sums = checksums(header.database.tables);
  sums.header(headerBytes);
  yield { name: headerName, size: headerBytes.length, chunks: [headerBytes] };
  for (const table of header.database.tables) {
    let part = 0;
    for await (const { rows, lines } of readRows(db, table)) {
      sums.rows(table.name, rows, lines);
      part += 1;
      const name = `database/${table.name}/${String(part).padStart(6, "0")}.ndjson`;
      yield { name, size: lines.length, chunks: [lines] };
    }
  }
  for (const file of files)
    yield { name: `folders/${file.folder}/${file.path}`, size: file.size, chunks: readHeld(file, sums) };
  const end = Buffer.from(`${JSON.stringify(sums.sums(), null, 1)}\n`);
  yield { name: endName, size: end.length, chunks: [end] };
}

/** As much of a file as it had at the moment of the backup. */
async function* readHeld({ folder, path, source, size }: HeldFile, sums: Checksums): AsyncGenerator<Uint8Array> {
  const sum = sums.file(folder, path);
  if (size > 0) {
    for await (const chunk of createReadStream(source, { end: size - 1 }) as AsyncIterable<Buffer>) {
      sum.chunk(chunk);
      yield chunk;
    }
  }
  sum.end();
}
