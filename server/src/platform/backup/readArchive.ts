import { createTarDecoder } from "modern-tar";
import {
  type BackupFolder,
  BackupRefused,
  backupFolders,
  End,
  endName,
  foreignFile as foreign,
  formatVersion,
  Header,
  headerName,
  tornFile as torn,
} from "./archiveFormat.ts";
import { checksums } from "./checksums.ts";

/** What is done with the parts of an archive, in their order. */
export interface ArchiveReader {
  header?(header: Header): Promise<void>;
  rows?(table: string, lines: Buffer): Promise<void>;
  /** Reads the file's bytes; they end with it. */
  file?(folder: BackupFolder, path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The most that a part that is read at once may have, bytes: one row may be large, but a hostile file must not fill memory. */
const maxPartBytes = 512 * 1024 * 1024;

/**
 * Reads an archive once from its beginning to its end, and checks that every part is there and is what was written. Throws
 * a BackupRefused that says in one line what is wrong: foreign, of a newer format, torn.
 */
export async function readArchive(
  archive: ReadableStream<Uint8Array>,
  reader: ArchiveReader,
): Promise<{ header: Header; end: End }> {
  let header: Header | null = null;
  let sums: ReturnType<typeof checksums> | null = null;
  let end: End | null = null;
  const table = (name: string): string => {
    if (!header!.database.tables.some((each) => each.name === name)) throw torn(`it has rows of no table, "${name}"`);
    return name;
  };
  for await (const { name, body } of entriesOf(archive)) {
    if (end !== null) throw torn("something follows its end");
    if (header === null || sums === null) {
      if (name !== headerName) throw foreign();
      const bytes = await wholePart(body);
      header = headerOf(bytes);
      sums = checksums(header.database.tables);
      sums.header(bytes);
      await reader.header?.(header);
    } else if (name === endName) {
      end = endOf(await wholePart(body));
      // Property by property, since the order of a record is no part of it.
      const difference = differenceOf(end, sums.sums());
      if (difference !== null) throw torn(`${difference} is not what was written`);
    } else if (name.startsWith("database/")) {
      const lines = await wholePart(body);
      const ofTable = table(name.split("/")[1] ?? "");
      sums.rows(ofTable, countLines(lines), lines);
      await reader.rows?.(ofTable, lines);
    } else {
      const { folder, path } = placeOf(name);
      const sum = sums.file(folder, path);
      const measured = measure(body, sum.chunk);
      await reader.file?.(folder, path, measured);
      // Whatever the reader has left, or all of it.
      for await (const _chunk of measured);
      sum.end();
    }
  }
  if (header === null) throw foreign();
  if (end === null) throw torn("its end is missing");
  return { header, end };
}

interface TarPart {
  name: string;
  body: ReadableStream<Uint8Array>;
}

async function* entriesOf(archive: ReadableStream<Uint8Array>): AsyncGenerator<TarPart> {
  let isBegun = false;
  const entries = archive.pipeThrough(createTarDecoder({ strict: true }))[Symbol.asyncIterator]();
  for (;;) {
    let next: Awaited<ReturnType<typeof entries.next>>;
    try {
      next = await entries.next();
    } catch (error) {
      throw refusalOf(error, isBegun);
    }
    if (next.done) return;
    isBegun = true;
    if (next.value.header.type !== "file") throw foreign();
    try {
      yield { name: next.value.header.name, body: next.value.body };
    } finally {
      // A part that nobody has read would hold up the next one.
      await next.value.body.cancel().catch(() => undefined);
    }
  }
}

async function* measure(
  body: ReadableStream<Uint8Array>,
  chunkRead: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      chunkRead(chunk);
      yield chunk;
    }
  } catch (error) {
    throw refusalOf(error, true);
  }
}

async function wholePart(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of measure(body, () => undefined)) {
    bytes += chunk.length;
    if (bytes > maxPartBytes) throw torn("a part of it is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headerOf(bytes: Buffer): Header {
  const json = parsed(bytes);
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format !== "number") throw foreign();
  if (format > formatVersion) {
    const { product } = json as { product?: unknown };
    throw new BackupRefused(`the backup is from a newer Pulse (${String(product)}) and cannot be read by this one`);
  }
  const result = Header.safeParse(json);
  if (!result.success) throw torn("its header cannot be read");
  return result.data;
}

function endOf(bytes: Buffer): End {
  const result = End.safeParse(parsed(bytes));
  if (!result.success) throw torn("its end cannot be read");
  return result.data;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** Where a file belongs. Nothing leads out of the data folder. */
function placeOf(name: string): { folder: BackupFolder; path: string } {
  const [folders, folder, ...rest] = name.split("/");
  const isSafe =
    rest.length > 0 && rest.every((each) => each !== "" && each !== "." && each !== ".." && !/[\\:\0]/.test(each));
  const known = backupFolders.find((each) => each === folder);
  if (folders !== "folders" || known === undefined || !isSafe) throw torn(`it has a part "${name}"`);
  return { folder: known, path: rest.join("/") };
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (const byte of lines) if (byte === 0x0a) count += 1;
  return count;
}

/** The first thing whose sums differ, in words; null: none. */
function differenceOf(written: End, read: End): string | null {
  if (written.header !== read.header) return "its header";
  const same = (a: object | undefined, b: object | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);
  const table = Object.keys({ ...written.tables, ...read.tables }).find(
    (name) => !same(written.tables[name], read.tables[name]),
  );
  if (table !== undefined) return `the table ${table}`;
  const folder = backupFolders.find((name) => !same(written.folders[name], read.folders[name]));
  return folder === undefined ? null : `the folder ${folder}`;
}

/** @param isBegun whether it has turned out to be an archive */
function refusalOf(error: unknown, isBegun: boolean): unknown {
  const isOurs = error instanceof BackupRefused || (error instanceof Error && "syscall" in error);
  if (isOurs) return error;
  const isZip = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
  return isBegun || isZip ? torn(messageOf(error)) : foreign();
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
