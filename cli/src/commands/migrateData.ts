import { parseArgs } from "node:util";
import { parseS3Address } from "@pulse/server/platform/files/s3/s3Address";
import { migrateData } from "@pulse/server/start/migrateData";
import type { Io } from "./io.ts";
import { settings } from "./settings.ts";

const help = `Usage: pulse migrate-data --to postgres://… [--files s3://KEY:SECRET@HOST/BUCKET]

Moves the installation in PULSE_DATA_DIR from the embedded database to an empty database on a PostgreSQL server. Every table
is read there again and compared by count and checksum. Pulse must be stopped. After an interruption, run it again: it goes
on where it was. The embedded database stays as it is.

  --to URL      the database
  --files URL   move the uploaded files too, to a bucket of an S3-compatible store (PULSE_FILES_URL); otherwise they stay
`;

/** `pulse migrate-data`: from the embedded database to a server. */
export async function runMigrateData(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h" }, to: { type: "string" }, files: { type: "string" } },
  });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const { to = "", files: bucket } = values;
  if (!/^postgres(ql)?:\/\/.+/.test(to))
    throw new Error("--to takes a postgres:// address; see pulse migrate-data --help");
  const files = bucket === undefined ? null : parseS3Address(bucket);
  if (bucket !== undefined && files === null)
    throw new Error("--files takes s3://KEY:SECRET@HOST[:PORT]/BUCKET; see pulse migrate-data --help");
  const config = settings({ demo: false });
  const moved = await migrateData(config, { databaseUrl: to, files });
  const how = {
    new: "",
    resumed: `, begun before (${moved.alreadyThere} tables were there)`,
    again: " before, and nothing has changed since",
  }[moved.state];
  io.stdout.write(
    [
      `Moved the installation in ${config.dataDir} to ${moved.database}${how}:`,
      `  ${moved.rows} rows in ${moved.tables} tables, compared by count and checksum`,
      moved.files === null
        ? "  the files stay where they are"
        : `  ${moved.files.files} files (${megabytes(moved.files.bytes)}) in the bucket, compared by count and checksum`,
      "Messages that wait, reports and keys stay in that folder, which Pulse goes on using. Start it with these settings:",
      `  PULSE_DATA_DIR=${config.dataDir}`,
      "  PULSE_DATABASE_URL=  what --to was",
      ...(files === null ? [] : ["  PULSE_FILES_URL=     what --files was"]),
      `The embedded database in ${config.dataDir} is as it was. Delete its folder "database" once you need no way back.`,
      "",
    ].join("\n"),
  );
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
