import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config/settings.ts";

/** Where a restore gathers what it puts in place; while it exists, the data folder is not whole. */
export const markerName = "restore-unfinished";

/** Throws a ConfigError of one line if a restore into this data folder has not ended. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, markerName)))
    throw new ConfigError(
      `PULSE_DATA_DIR="${dataDir}": a restore into this folder was cut short; run pulse restore again, into an empty database`,
    );
}
