import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A file that was written to this shortly before it was copied may have been written to again without a new time: file
 * systems stamp times in steps of some milliseconds, the coarsest of two seconds.
 */
const stampStepMs = 2_000;

interface CopiedFile {
  size: number;
  mtimeMs: number;
  copiedAtMs: number;
}

/** What has been copied, by its path within the folder. */
export type CopiedFiles = ReadonlyMap<string, CopiedFile>;

export interface CopyJob {
  from: string;
  to: string;
  /** What an earlier copy has made of `to`. */
  copied: CopiedFiles;
}

/**
 * Makes `to` the same as `from`; a file that has not changed since it was copied stays. Without a turn in between, as
 * thousands of small files would need one each: it runs in a thread of its own (copyThread.ts).
 */
export function copyChanged({ from, to, copied }: CopyJob): CopiedFiles {
  const now = new Map<string, CopiedFile>();
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(from.length + 1);
    const target = join(to, path);
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true, mode: 0o700 });
      continue;
    }
    const found = unlessGone(() => statSync(source));
    if (found === null) continue;
    const before = copied.get(path);
    const isSame =
      before?.size === found.size &&
      before.mtimeMs === found.mtimeMs &&
      before.copiedAtMs - found.mtimeMs > stampStepMs;
    const copiedAtMs = Date.now();
    mkdirSync(join(target, ".."), { recursive: true, mode: 0o700 });
    if (!isSame && unlessGone(() => copyFileSync(source, target, constants.COPYFILE_FICLONE)) === null) continue;
    now.set(path, isSame ? before : { size: found.size, mtimeMs: found.mtimeMs, copiedAtMs });
  }
  for (const path of copied.keys()) if (!now.has(path)) rmSync(join(to, path), { force: true });
  return now;
}

/** Null: the file was deleted since the folder was listed. */
function unlessGone<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
