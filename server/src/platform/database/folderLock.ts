import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConfigError } from "../config/settings.ts";

/** Another process has locked the folder. */
export class FolderInUse extends ConfigError {}

export interface FolderLock {
  release(): void;
}

/**
 * Locks the data folder for this process. PGlite itself does not lock, and two processes on one folder lose rows. It is
 * a lock of the operating system on a file, taken through SQLite, so it ends however the process dies, and a reused
 * process id or another container cannot fool it. The pid beside it is only for the message. Throws a ConfigError of
 * one line when the folder cannot be written or is in use.
 */
export function lockFolder(dataDir: string): FolderLock {
  const pidFile = join(dataDir, "pulse.pid");
  let lock: DatabaseSync;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    lock = new DatabaseSync(join(dataDir, "pulse.lock"));
  } catch (error) {
    throw new ConfigError(`PULSE_DATA_DIR="${dataDir}" cannot be written: ${message(error)}`, { cause: error });
  }
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test(message(error)))
      throw new ConfigError(`PULSE_DATA_DIR="${dataDir}" cannot be written: ${message(error)}`, { cause: error });
    throw new FolderInUse(`PULSE_DATA_DIR="${dataDir}": another Pulse process${pidOf(pidFile)} is using this folder`, {
      cause: error,
    });
  }
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function pidOf(file: string): string {
  try {
    return ` (pid ${readFileSync(file, "utf8").trim()})`;
  } catch {
    return "";
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
}
