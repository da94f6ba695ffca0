import { copyFile, link, mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** A file system without hard links, or with too many of one file. */
const cannotLink: ReadonlySet<string | undefined> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EXDEV",
]);

/** Links a file to `to`, or copies it where that is not possible or not wanted. False: it no longer exists. */
export async function holdFile(from: string, to: string, isCopied: boolean): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (!isCopied && (await linked(from, to))) return true;
    // What is held already stays if the file is deleted meanwhile.
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** False: the file system cannot link. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The link of an earlier look; a copy, which may be shorter by now, is made again.
    if (code === "EEXIST") return (await stat(to)).nlink > 1;
    if (cannotLink.has(code)) return false;
    throw error;
  }
}
