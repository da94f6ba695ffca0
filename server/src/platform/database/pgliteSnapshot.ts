import { type Kysely, sql } from "kysely";
import { threadWork } from "../runtime/threadWork.ts";
import type { CopiedFiles, CopyJob } from "./copyChanged.ts";
import type { UnmigratedDatabase } from "./databasePort.ts";
import { beginSnapshot, type DatabaseSnapshot } from "./databaseSnapshot.ts";
import type { Database } from "./schema.ts";

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
  // Not on this thread: among the messages of a busy one, thousands of small files took a minute.
  const copying = threadWork<CopyJob, CopiedFiles>(new URL("./copyThread.ts", import.meta.url));
  await sql`checkpoint`.execute(background);
  const copied = await copying.run({ from: folder, to: copy, copied: new Map() });
  await background.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection);
    await copying.run({ from: folder, to: copy, copied });
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
