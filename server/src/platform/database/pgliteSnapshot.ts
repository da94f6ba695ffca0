import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { UnmigratedDatabase } from "./databasePort.ts";
import { beginSnapshot, type DatabaseSnapshot } from "./databaseSnapshot.ts";
import type { Database } from "./schema.ts";

/**
 * A file that was written to this shortly before it was copied may have been written to again without a new time: file
 * systems stamp times in steps of some milliseconds, the coarsest of two seconds.
 */
const stampStepMs = 2_000;

interface CopiedFile {
  size: number;
  mtimeMs: number;
  copiedAtMs: number;
}

/**
 * A copy of the embedded database at one moment, opened beside it. Its only connection would be taken by a transaction that
 * reads everything, so the files are copied instead: first all of them while the database works, then, after a
 * checkpoint and while nobody else has the connection, those that have changed.
 */
export async function snapshotFolder(parts: {
  background: Kysely<Database>;
  folder: string;
  copy: string;
  open(folder: string): Promise<UnmigratedDatabase>;
  atMoment(): Promise<void>;
}): Promise<DatabaseSnapshot> {
  const { background, folder, copy, atMoment } = parts;
  const copied = new Map<string, CopiedFile>();
  await sql`checkpoint`.execute(background);
  await copyChanged(folder, copy, copied);
  await background.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection);
    await copyChanged(folder, copy, copied);
    await atMoment();
    // Rejects if it took so long that the connection was given to somebody else.
    await sql`select 1`.execute(connection);
  });
  const opened = await parts.open(copy);
  try {
    const snapshot = await beginSnapshot(opened.db, async () => undefined);
    return {
      db: snapshot.db,
      close: async () => {
        await snapshot.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Makes `to` the same as `from`; a file that has not changed since it was copied stays. */
async function copyChanged(from: string, to: string, copied: Map<string, CopiedFile>): Promise<void> {
  const found = new Set<string>();
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (entry.isDirectory()) {
      await mkdir(join(to, path), { recursive: true, mode: 0o700 });
      continue;
    }
    const now = await stat(join(from, path)).catch(() => null);
    if (now === null) continue;
    found.add(path);
    const before = copied.get(path);
    const isSame =
      before?.size === now.size && before.mtimeMs === now.mtimeMs && before.copiedAtMs - now.mtimeMs > stampStepMs;
    if (isSame) continue;
    const copiedAtMs = Date.now();
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    const isCopied = await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      },
    );
    if (isCopied) copied.set(path, { size: now.size, mtimeMs: now.mtimeMs, copiedAtMs });
  }
  for (const path of copied.keys()) {
    if (found.has(path)) continue;
    copied.delete(path);
    await rm(join(to, path), { force: true });
  }
}
