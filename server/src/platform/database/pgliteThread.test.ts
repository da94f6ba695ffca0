import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { startPgliteThread } from "./pgliteThread.ts";

test("the embedded database's thread keeps no memory of large results that were read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-thread-"));
  await (await openDatabase({ dataDir: folder, databaseUrl: null, extraMigrations: identityMigrations })).close();
  const thread = await startPgliteThread(join(folder, "database"), { keepAlive: false, heapMb: 48 });
  const client = new pg.Client({ user: "postgres", database: "postgres", stream: () => thread.connect() });
  await client.connect();
  // Kept as objects, these rows would be three times what the thread may hold.
  for (let turn = 0; turn < 8; turn++) {
    const { rows } = await client.query("select n, 'row ' || n as name, now() as ts from generate_series(1, 40000) n");
    expect(rows).toHaveLength(40_000);
    expect(rows.at(-1)).toMatchObject({ n: 40_000, name: "row 40000" });
  }
  await client.end();
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
});
