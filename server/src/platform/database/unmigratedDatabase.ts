import type { UnmigratedDatabase } from "./databasePort.ts";

/**
 * Opens a database without migrating it: to back it up as it is, or to fill an empty one. `folder` is that of the embedded
 * database itself, which the caller has locked. Throws a ConfigError of one line if a server does not answer.
 */
export async function openUnmigrated(where: { folder: string } | { databaseUrl: string }): Promise<UnmigratedDatabase> {
  if ("folder" in where) {
    const { openPgliteFolder } = await import("./pgliteDatabase.ts");
    return openPgliteFolder(where.folder);
  }
  const { openPostgresServer } = await import("./postgresDatabase.ts");
  return openPostgresServer(where.databaseUrl);
}
