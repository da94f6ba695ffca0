import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { backUp } from "@pulse/server/start/backup";
import { oneFile, readPassphrase } from "./backupArguments.ts";
import type { Io } from "./io.ts";
import { settings } from "./settings.ts";

const help = `Usage: pulse backup FILE [--passphrase-file F] [--force]

Writes a backup of everything to FILE: database, files, keys and the log of messages, all of one moment. Pulse may be
running or not; it goes on working meanwhile. PULSE_DATA_DIR and PULSE_DATABASE_URL say of what.

  --passphrase-file F   encrypt it with the passphrase in the first line of F (format: age)
  --force               replace FILE if it exists
`;

/** `pulse backup`: one file with everything. */
export async function runBackup(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      "passphrase-file": { type: "string" },
      force: { type: "boolean" },
    },
  });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const file = oneFile("backup", positionals);
  const config = settings({ demo: false });
  const passphrase = await readPassphrase(values["passphrase-file"]);
  await backUp(config, file, { passphrase, replace: values.force ?? false });
  const { size } = await stat(file);
  const kind = passphrase === null ? "not encrypted; it contains keys, so keep it safe" : "encrypted";
  io.stdout.write(`The backup is in ${file} (${(size / 1024 / 1024).toFixed(1)} MB, ${kind}).\n`);
  return 0;
}
