import { createHash, type Hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import type { ByteStore } from "../../../platform/files/byteStore.ts";
import type { ColdFile } from "./coldFiles.repository.ts";
import { coldFileWriter, readFooter, readGroups } from "./coldFormat.ts";
import { type ColdRow, stayingRows } from "./coldRow.ts";
import { hashedRows, type Period, type RowsSum, type TrackerRow } from "./frozenRows.repository.ts";

/** How many rows are read at a time, so that no statement holds others up. */
const readRows = 5_000;

/** A file that is not stored yet, and what it was made of. */
export interface Written {
  /** Null: all rows stay. */
  bytes: Uint8Array | null;
  /** Of the rows in the file, in its order. */
  digest: string;
  staying: TrackerRow[];
  positions: RowsSum;
  places: RowsSum;
}

/** Writes the rows of a period that go, by tracker and time. */
export async function writeRows(
  db: Kysely<Database>,
  period: Period,
  trackers: readonly { trackerId: string; rows: number }[],
): Promise<Written> {
  const writer = await coldFileWriter();
  const digest = createHash("sha256");
  const staying: TrackerRow[] = [];
  const positions = { rows: 0, hash: 0n };
  const places = { rows: 0, hash: 0n };
  for (const trackerIds of batchesOf(trackers)) {
    const stored = await hashedRows(db, trackerIds, period);
    const stay = stayingRows(
      stored.map(({ row }) => row),
      period.to,
    );
    const going = stored.filter(({ row }) => !stay.has(row));
    for (const { tracker_id, ts } of stay) staying.push({ tracker_id, ts });
    for (const { row, hash, smoothedHash } of going) {
      addTo(digest, row);
      positions.rows += 1;
      positions.hash += hash;
      if (smoothedHash === null) continue;
      places.rows += 1;
      places.hash += smoothedHash;
    }
    await writer.add(going.map(({ row }) => row));
  }
  return {
    bytes: positions.rows === 0 ? null : await writer.finish(),
    digest: digest.digest("hex"),
    staying,
    positions: { rows: positions.rows, hash: String(positions.hash) },
    places: { rows: places.rows, hash: String(places.hash) },
  };
}

/** Trackers in their order, with about as many rows as are read at a time. */
export function* batchesOf(trackers: readonly { trackerId: string; rows: number }[]): Generator<string[]> {
  let [ids, rows]: [string[], number] = [[], 0];
  for (const tracker of trackers) {
    ids.push(tracker.trackerId);
    rows += tracker.rows;
    if (rows < readRows) continue;
    yield ids;
    [ids, rows] = [[], 0];
  }
  if (ids.length > 0) yield ids;
}

const addTo = (digest: Hash, row: ColdRow): void =>
  void digest.update(JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** Stores a file, and reads it again as history will be read. */
export async function storeChecked(
  store: Pick<ByteStore, "write" | "read">,
  { name, rows }: ColdFile,
  bytes: Uint8Array,
  expected: string,
): Promise<void> {
  await store.write(name, bytes);
  const slice = async (start: number, end = bytes.length): Promise<ArrayBuffer> => {
    const part = await store.read(name, start, end);
    if (part === null) throw new Error(`the file ${name} was not stored`);
    return part.buffer;
  };
  const file = { byteLength: bytes.length, slice };
  const digest = createHash("sha256");
  let count = 0;
  for await (const group of readGroups(file, await readFooter(file), null)) {
    for (const row of group) addTo(digest, row);
    count += group.length;
  }
  if (count !== rows || digest.digest("hex") !== expected)
    throw new Error(`the file ${name} does not have what was written: ${count} of ${rows} rows`);
}
