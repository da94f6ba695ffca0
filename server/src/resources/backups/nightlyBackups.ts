import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { oneLine } from "../../platform/runtime/oneLine.ts";
import { backupName, lastDueMs, momentOf, type TimeOfDay } from "./backupTimes.ts";

/** How long after a failure the next attempt follows, ms: a full disk or a lost mount takes people to repair. */
const retryMs = 3_600_000;

/** What is known of the backups of the last nights. */
export interface BackupRecord {
  /** The newest one; null: there is none. */
  last: { atMs: number; bytes: number } | null;
  /** The last attempt of this process, if it failed. */
  failure: { atMs: number; reason: string } | null;
}

/** What tells of the backups of the last nights. */
export type Backups = Pick<NightlyBackups, "record">;

/** The newest backup in a folder; null: there is none, or no folder. Rejects if the folder cannot be read. */
export async function newestBackup(folder: string): Promise<BackupRecord["last"]> {
  try {
    const [newest] = await newestFirst(folder);
    if (newest === undefined) return null;
    const { size } = await stat(join(folder, newest));
    return { atMs: momentOf(newest)!, bytes: size };
  } catch (error) {
    // Before the first one there is no folder.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const newestFirst = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => momentOf(name) !== null).toSorted((a, b) => b.localeCompare(a));

export interface NightlyBackups {
  /** Makes tonight's backup if it is time and there is none. */
  look(): Promise<void>;
  /** Looks into the folder. One that cannot be read is a failure. */
  record(): Promise<BackupRecord>;
}

/**
 * One backup each night in a folder; the newest `keep` stay. A night that was missed is made up for, and so is the one
 * before the first start with such a folder. Only files with the names of its own are ever deleted.
 */
export function nightlyBackups(parts: {
  folder: string;
  keep: number;
  at: TimeOfDay;
  now(): number;
  /** Writes a backup to a new file. */
  write(path: string): Promise<void>;
  succeeded(path: string): void;
  /** Called at each failure; `isFirst`: of this night. */
  failed(error: unknown, isFirst: boolean): Promise<void>;
}): NightlyBackups {
  const { folder, keep, at, now } = parts;
  let failure: { dueMs: number; atMs: number; reason: string } | null = null;

  const makeIfDue = async (dueMs: number): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [newest] = await newestFirst(folder);
    if (newest !== undefined && momentOf(newest)! >= dueMs) return;
    // What was being written when an earlier process was killed.
    for (const name of await readdir(folder)) {
      if (name.endsWith(".part") && momentOf(name.slice(0, -".part".length)) !== null)
        await rm(join(folder, name), { force: true });
    }
    const path = join(folder, backupName(now()));
    await parts.write(path);
    for (const name of (await newestFirst(folder)).slice(keep)) await rm(join(folder, name), { force: true });
    parts.succeeded(path);
  };

  return {
    look: async () => {
      const dueMs = lastDueMs(now(), at);
      if (failure !== null && failure.dueMs === dueMs && now() - failure.atMs < retryMs) return;
      try {
        await makeIfDue(dueMs);
        failure = null;
      } catch (error) {
        const isFirst = failure?.dueMs !== dueMs;
        failure = { dueMs, atMs: now(), reason: oneLine(error) };
        await parts.failed(error, isFirst);
      }
    },
    record: async () => {
      const failed = failure && { atMs: failure.atMs, reason: failure.reason };
      try {
        return { last: await newestBackup(folder), failure: failed };
      } catch (error) {
        return { last: null, failure: failed ?? { atMs: now(), reason: oneLine(error) } };
      }
    },
  };
}
