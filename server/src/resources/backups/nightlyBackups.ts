import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { backupName, lastDueMs, momentOf, type TimeOfDay } from "./backupTimes.ts";

/** How long after a failure the next attempt follows, ms: a full disk or a lost mount takes people to repair. */
const retryMs = 3_600_000;

export interface NightlyBackups {
  /** Makes tonight's backup if it is time and there is none. */
  look(): Promise<void>;
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
  let failure: { dueMs: number; atMs: number } | null = null;
  const newestFirst = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => momentOf(name) !== null).toSorted((a, b) => b.localeCompare(a));

  const makeIfDue = async (dueMs: number): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [newest] = await newestFirst();
    if (newest !== undefined && momentOf(newest)! >= dueMs) return;
    // What was being written when an earlier process was killed.
    for (const name of await readdir(folder)) {
      if (name.endsWith(".part") && momentOf(name.slice(0, -".part".length)) !== null)
        await rm(join(folder, name), { force: true });
    }
    const path = join(folder, backupName(now()));
    await parts.write(path);
    for (const name of (await newestFirst()).slice(keep)) await rm(join(folder, name), { force: true });
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
        failure = { dueMs, atMs: now() };
        await parts.failed(error, isFirst);
      }
    },
  };
}
