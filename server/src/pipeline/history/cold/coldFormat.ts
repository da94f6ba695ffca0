import { gunzipSync, gzipSync } from "node:zlib";
import type { FileMetaData } from "hyparquet";
import type { BasicType } from "hyparquet-writer";
import type { ColdRow } from "./coldRow.ts";

/**
 * Rows of a group, which is read as a whole: few enough that neither writing nor reading one holds up the live map, and
 * enough that the list of groups at the end of a file stays small.
 */
const groupRows = 2_500;

interface Column {
  type: BasicType;
  isNullable?: true;
}

/** The columns of a cold file: those of `positions`, and of the row's smoothed place. */
const columns: Record<keyof ColdRow, Column> = {
  tracker_id: { type: "UUID" },
  ts: { type: "TIMESTAMP" },
  end_ts: { type: "TIMESTAMP" },
  asset_id: { type: "UUID", isNullable: true },
  site_id: { type: "UUID" },
  floor_id: { type: "UUID", isNullable: true },
  lat: { type: "DOUBLE" },
  lon: { type: "DOUBLE" },
  elevation: { type: "FLOAT", isNullable: true },
  accuracy: { type: "FLOAT" },
  accuracy_outer: { type: "FLOAT" },
  mechanism: { type: "STRING" },
  moving: { type: "BOOLEAN", isNullable: true },
  nearest_hardware_id: { type: "UUID", isNullable: true },
  nearest_dis: { type: "FLOAT", isNullable: true },
  room_id: { type: "UUID", isNullable: true },
  room_name: { type: "STRING", isNullable: true },
  room_probability: { type: "FLOAT", isNullable: true },
  shown: { type: "BOOLEAN" },
  smoothed_lat: { type: "DOUBLE", isNullable: true },
  smoothed_lon: { type: "DOUBLE", isNullable: true },
  smoothed_accuracy: { type: "FLOAT", isNullable: true },
  smoothed_accuracy_outer: { type: "FLOAT", isNullable: true },
  smoothed_has_room: { type: "BOOLEAN", isNullable: true },
  smoothed_room_id: { type: "UUID", isNullable: true },
  smoothed_room_name: { type: "STRING", isNullable: true },
  smoothed_room_probability: { type: "FLOAT", isNullable: true },
};
const names = Object.keys(columns) as (keyof ColdRow)[];
const floats = names.filter((name) => columns[name].type === "FLOAT");

/** Times differ little from one row to the next, and the bytes of numbers compress better in streams of their own. */
function encodingOf(type: BasicType): "DELTA_BINARY_PACKED" | "BYTE_STREAM_SPLIT" | undefined {
  if (type === "TIMESTAMP") return "DELTA_BINARY_PACKED";
  return type === "DOUBLE" || type === "FLOAT" ? "BYTE_STREAM_SPLIT" : undefined;
}

const columnsOf = (rows: readonly ColdRow[]) =>
  names.map((name) => {
    const { type, isNullable = false } = columns[name];
    const encoding = encodingOf(type);
    const data = rows.map((row) => row[name]);
    return { name, type, data, nullable: isNullable, offsetIndex: false, ...(encoding ? { encoding } : {}) };
  });

export interface ColdFileWriter {
  /** Rows by tracker and time, which follow those before. */
  add(rows: readonly ColdRow[]): Promise<void>;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Writes a Parquet file in memory, as any program reads it: compressed with gzip, which Node has in C and which is smaller
 * than Snappy; zstd is not in Node 20.
 */
export async function coldFileWriter(): Promise<ColdFileWriter> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnsOf([]) });
  const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gzipSync(input)) };
  const file = new ParquetWriter({ writer: bytes, schema, codec: "GZIP", compressors });
  let waiting: ColdRow[] = [];
  const write = async (rows: readonly ColdRow[]): Promise<void> => {
    await file.write({ columnData: columnsOf(rows), rowGroupSize: groupRows });
    // What else this process does gets its turn.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    add: async (rows) => {
      for (const row of rows) waiting.push(row);
      while (waiting.length >= groupRows) {
        await write(waiting.slice(0, groupRows));
        waiting = waiting.slice(groupRows);
      }
    },
    finish: async () => {
      if (waiting.length > 0) await write(waiting);
      await file.finish();
      return new Uint8Array(bytes.getBuffer());
    },
  };
}

/** Bytes that can be read in part; both ends in bytes, the second exclusive. */
export interface ReadableBytes {
  byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** What a file says of itself, at its end. */
export async function readFooter(file: ReadableBytes): Promise<FileMetaData> {
  const { parquetMetadataAsync } = await import("hyparquet");
  return parquetMetadataAsync(file);
}

/**
 * The rows of a cold file group by group, in its order.
 * @param trackerIds in order; groups that have none of them are left out. Null: all of them
 */
export async function* readGroups(
  file: ReadableBytes,
  footer: FileMetaData,
  trackerIds: readonly string[] | null,
): AsyncGenerator<ColdRow[], void> {
  const { parquetReadObjects } = await import("hyparquet");
  let rowStart = 0;
  for (const { num_rows: numRows, columns: chunks } of footer.row_groups) {
    const rowEnd = rowStart + Number(numRows);
    const { min_value: first, max_value: last } = chunks[0]!.meta_data!.statistics!;
    if (trackerIds === null || trackerIds.some((id) => id >= String(first) && id <= String(last))) {
      const rows = await parquetReadObjects({ file, metadata: footer, rowStart, rowEnd, compressors });
      for (const row of rows) asStored(row as ColdRow);
      yield rows as ColdRow[];
    }
    rowStart = rowEnd;
  }
}

const compressors = { GZIP: (input: Uint8Array): Uint8Array => new Uint8Array(gunzipSync(input)) };

/** Gives a row the values that the database gives: null for what is missing, and numbers of four bytes in their shortest digits. */
function asStored(row: { [name in keyof ColdRow]: ColdRow[name] | undefined }): void {
  for (const name of names) if (row[name] === undefined) Object.assign(row, { [name]: null });
  for (const name of floats) {
    const value = row[name];
    if (typeof value === "number") Object.assign(row, { [name]: shortestOf(value) });
  }
}

/** The fewest digits that are this number of four bytes, as PostgreSQL writes a `real`. */
export function shortestOf(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return halfToEven(value, digits) ?? rounded;
  }
  return Number(value.toPrecision(9));
}

/** So many digits of a number in the middle of two of them: PostgreSQL takes the even one, JavaScript the larger. Null: it is not. */
function halfToEven(value: number, digits: number): number | null {
  // The last digit but zeros is a five.
  const [mantissa, exponent = "0"] = value.toExponential(digits).split("e");
  if (!mantissa!.endsWith("5") || /[1-9]/.test(value.toExponential(20).slice(mantissa!.length, -1 - exponent.length)))
    return null;
  const lower = mantissa!.slice(0, -1);
  return Number(lower.at(-1)) % 2 === 0 ? Number(`${lower}e${exponent}`) : null;
}
