import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import type { FileStore } from "./fileStore.ts";
import type { Lifecycle } from "../runtime/lifecycle.ts";
import { filesRepository } from "./files.repository.ts";

/** After this time a request has ended and has written whatever it had to write. */
const graceMs = 3600_000;
const sweepMs = 3600_000;
const batch = 500;

/**
 * Deletes stored bytes that no row refers to, at the start and every hour. A crash leaves such bytes, and so does the
 * deletion of a whole site. If no row refers to any of them, nothing is deleted and that is reported.
 */
export function sweepingOrphans(
  parts: {
    db: Kysely<Database>;
    store: Pick<FileStore, "untouchedSince" | "remove">;
    now(): number;
    problem(error: unknown): void;
  } & Pick<Lifecycle, "every" | "onStop">,
): void {
  const { store, now } = parts;
  const files = filesRepository(parts.db);
  const sweep = async (): Promise<void> => {
    const ids = [...(await store.untouchedSince(now() - graceMs))].filter((id) => /^[0-9a-f-]{36}$/.test(id));
    const known = new Set<string>();
    for (let start = 0; start < ids.length; start += batch)
      for (const id of await files.among(ids.slice(start, start + batch))) known.add(id);
    // Then these files probably belong to another database: it is new, was restored, or its address is wrong.
    if (known.size === 0 && ids.length > 0)
      throw new Error(`None of the ${ids.length} stored files is known to the database: all of them are left alone`);
    for (const id of ids) if (!known.has(id)) await store.remove(id);
  };
  const first = sweep().catch(parts.problem);
  parts.onStop(() => first);
  parts.every(sweepMs, sweep);
}
