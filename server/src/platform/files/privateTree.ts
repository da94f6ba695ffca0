import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What the system's group and other users may do with a file. */
const foreignFiles = 0o077;

/** Whether only its owner may use a file or folder. */
export async function isPrivate(path: string): Promise<boolean> {
  const { mode } = await lstat(path);
  return (mode & foreignFiles) === 0;
}

/** Lets only their owner use a file, or a folder and all it holds, if there is one. What links name is left alone. */
export async function makePrivate(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    // Something else may have deleted it.
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found === null || found.isSymbolicLink()) return;
  if (found.isDirectory()) for (const name of await readdir(path)) await makePrivate(join(path, name));
  // Last, so that what was interrupted is done again.
  if ((found.mode & foreignFiles) !== 0) await chmod(path, found.mode & 0o700);
}
