import { parseArgs } from "node:util";
import { restore } from "@pulse/server/start/backup";
import { oneFile, readPassphrase } from "./backupArguments.ts";
import type { Io } from "./io.ts";
import { settings } from "./settings.ts";

const help = `Usage: pulse restore FILE [--passphrase-file F]

Puts the backup in FILE into an empty data folder (PULSE_DATA_DIR) and, if PULSE_DATABASE_URL is set, an empty database on
that server; a backup of the embedded database fits a server and the other way round. All of it is checked first. The next
start updates the database if the backup is from an earlier release.

  --passphrase-file F   the passphrase of an encrypted backup, in the first line of F
`;

/** `pulse restore`: a backup into an empty place. */
export async function runRestore(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" }, "passphrase-file": { type: "string" } },
  });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const file = oneFile("restore", positionals);
  const config = settings({ demo: false });
  const passphrase = await readPassphrase(values["passphrase-file"]);
  const { product, createdAt, rows, files } = await restore(config, file, passphrase);
  io.stdout.write(
    `Restored the backup of ${createdAt} (Pulse ${product}): ${rows} rows and ${files} files. Start Pulse now.\n`,
  );
  return 0;
}
