import { AppError } from "@pulse/contract/errors";
import type { FileMetaData } from "hyparquet";
import type { ByteStore } from "../../../platform/files/byteStore.ts";
import type { ColdFile } from "./coldFiles.repository.ts";
import { type ReadableBytes, readFooter, readGroups } from "./coldFormat.ts";
import { byTime, type ColdRow } from "./coldRow.ts";

export interface ColdReader {
  /**
   * The rows of a file by time.
   * @param trackerIds in order; null: of all trackers
   * @throws {AppError} `service_unavailable`, if the store does not answer or the file is damaged
   */
  rows(file: ColdFile, trackerIds: readonly string[] | null): Promise<ColdRow[]>;
}

/** The ends of so many files are remembered, some 50 kB each: a person looks at the same months again. */
const rememberedFooters = 200;
/** Whole files are remembered for a short time, since a report reads each in several slices. */
const rememberedFiles = 2;
const rememberedMs = 60_000;

/** Reads cold files of a store. What it has read stays valid, since files never change. */
export function coldReader(store: Pick<ByteStore, "read">, now: () => number): ColdReader {
  const footers = new Map<string, Promise<FileMetaData>>();
  const whole = new Map<string, { rows: Promise<ColdRow[]>; untilMs: number }>();

  const footerOf = (file: ColdFile, bytes: ReadableBytes): Promise<FileMetaData> => {
    const known = footers.get(file.name);
    if (known !== undefined) return known;
    const footer = readFooter(bytes);
    remember(footers, file.name, footer, rememberedFooters);
    footer.catch(() => footers.delete(file.name));
    return footer;
  };
  const read = async (file: ColdFile, trackerIds: readonly string[] | null): Promise<ColdRow[]> => {
    const bytes = bytesOf(store, file);
    const wanted = trackerIds === null ? null : new Set(trackerIds);
    const found: ColdRow[] = [];
    try {
      for await (const rows of readGroups(bytes, await footerOf(file, bytes), trackerIds))
        for (const row of rows) if (wanted === null || wanted.has(row.tracker_id)) found.push(row);
    } catch (error) {
      throw error instanceof AppError ? error : unreadable(file, error);
    }
    return found.sort(byTime);
  };
  const readWhole = (file: ColdFile): Promise<ColdRow[]> => {
    for (const [name, { untilMs }] of whole) if (untilMs < now()) whole.delete(name);
    const known = whole.get(file.name);
    if (known !== undefined) return known.rows;
    const rows = read(file, null);
    remember(whole, file.name, { rows, untilMs: now() + rememberedMs }, rememberedFiles);
    rows.catch(() => whole.delete(file.name));
    return rows;
  };
  return { rows: (file, trackerIds) => (trackerIds === null ? readWhole(file) : read(file, trackerIds)) };
}

/** Adds to a map that forgets the oldest. */
function remember<Value>(map: Map<string, Value>, name: string, value: Value, most: number): void {
  map.set(name, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

function bytesOf(store: Pick<ByteStore, "read">, file: ColdFile): ReadableBytes {
  return {
    byteLength: file.bytes,
    slice: async (start, end = file.bytes) => {
      const bytes = await store.read(file.name, start, end);
      if (bytes === null) throw new Error("it is not in the store");
      if (bytes.byteLength !== end - start) throw new Error("it is shorter than it was");
      return bytes.buffer;
    },
  };
}

/** An answer without these rows would look like a time without positions. */
function unreadable({ name }: ColdFile, error: unknown): AppError {
  return new AppError("service_unavailable", {
    message: "A part of the history cannot be read. Try again later",
    cause: new Error(`the file ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`),
  });
}
