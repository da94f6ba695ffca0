import type { Kysely } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import type { ByteStore } from "../../../platform/files/byteStore.ts";
import { deleteColdBefore, deleteUnfinished, knownNames } from "./coldFiles.repository.ts";

/** After this time a process that has noted a file has ended, or notices that the file was given up. */
const graceMs = 3_600_000;
const batch = 500;
/** What the names of cold files begin with, among those of uploaded files. */
const prefix = /^cold-/;

/**
 * Deletes cold files: those whose month ended before a moment, as retention does with the months in the database, what a
 * crash has left, and those of sites that were deleted. Returns how many of the first there were.
 */
export async function coldSweep(
  parts: { db: Kysely<Database>; store: Pick<ByteStore, "list" | "remove">; now(): number },
  before: Date,
): Promise<number> {
  const { db, store, now } = parts;
  const expired = await deleteColdBefore(db, before);
  await store.remove(expired);
  const beforeMs = now() - graceMs;
  await store.remove(await deleteUnfinished(db, new Date(beforeMs)));
  const stored = (await store.list()).filter(({ name, modifiedMs }) => prefix.test(name) && modifiedMs < beforeMs);
  const known = new Set<string>();
  for (let start = 0; start < stored.length; start += batch) {
    const names = stored.slice(start, start + batch).map(({ name }) => name);
    for (const name of await knownNames(db, names)) known.add(name);
  }
  // Then these files probably belong to another database: it is new, was restored, or its address is wrong.
  if (known.size > 0 || expired.length > 0)
    await store.remove(stored.flatMap(({ name }) => (known.has(name) ? [] : [name])));
  return expired.length;
}
