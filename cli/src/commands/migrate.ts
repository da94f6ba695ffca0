import { parseArgs } from "node:util";
import { openConfigured } from "@pulse/server/start/storage";
import type { Io } from "./io.ts";
import { settings } from "./settings.ts";

/** `pulse migrate`: updates the database to this release and ends. Every start does the same automatically. */
export async function runMigrate(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    io.stdout.write(
      "Usage: pulse migrate\n\nUpdates the database to this release and exits. Every start does this too.\n",
    );
    return 0;
  }
  const config = settings({ demo: false });
  const database = await openConfigured(config);
  await database.close();
  io.stdout.write("The database is up to date.\n");
  return 0;
}
