import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isPrivate, makePrivate } from "../platform/files/privateTree.ts";
import type { BaseContext } from "./baseContext.ts";

/** What Pulse makes in its data folder; others' files there are none of its business. */
const ownName =
  /^(database(\.new)?|files|keys|log|processes|reports|audit-spool|backup-staging|pulse\.(lock(-\w+)?|pid|control))$/;

/**
 * Lets only the user that Pulse runs as read its data: what earlier releases made was open to the machine's other
 * users, the database's files even for writing. A folder that holds other things too stays as it is.
 */
export async function privateDataFolder({ dataDir, log }: Pick<BaseContext, "dataDir" | "log">): Promise<void> {
  try {
    // PGlite gives some of its files a mode of its own, whatever the process's umask is.
    await makePrivate(join(dataDir, "database"));
    if (await isPrivate(dataDir)) return;
    const names = await readdir(dataDir);
    const ownNames = names.filter((name) => ownName.test(name));
    for (const name of ownNames) await makePrivate(join(dataDir, name));
    if (ownNames.length === names.length) await makePrivate(dataDir);
  } catch (error) {
    log.warn({ err: error }, "other users of this machine may be able to read the data folder");
  }
}
