import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reads a JSON key file of `keysDir`, or makes it (0600) with `make()` if there is none.
 * Two processes that start together end up with the same file. Throws with the file's name if it cannot be read.
 */
export async function readOrMakeKeyFile<T>(
  keysDir: string,
  name: string,
  parse: (value: unknown) => T,
  make: () => Promise<T>,
): Promise<T> {
  const path = join(keysDir, name);
  const existing = await readKeyFile(path, parse);
  if (existing) return existing;
  await mkdir(keysDir, { recursive: true, mode: 0o700 });
  const temporary = await writeBeside(path, await make());
  try {
    // A hard link fails if the file exists by now, so the first process wins with a whole file.
    await link(temporary, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const made = await readKeyFile(path, parse);
  if (!made) throw new Error(`${path} disappeared while it was being made`);
  return made;
}

/** Replaces a key file in one step, 0600. */
export async function replaceKeyFile(keysDir: string, name: string, value: unknown): Promise<void> {
  const path = join(keysDir, name);
  await rename(await writeBeside(path, value), path);
}

/** Modification time in ms, or 0 if the file is missing. */
export async function keyFileChangedAtMs(keysDir: string, name: string): Promise<number> {
  try {
    return (await stat(join(keysDir, name))).mtimeMs;
  } catch (error) {
    if (isCode(error, "ENOENT")) return 0;
    throw error;
  }
}

async function readKeyFile<T>(path: string, parse: (value: unknown) => T): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
  // A restored backup may have lost the mode, and nobody else may read keys.
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  try {
    return parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is not a key file of this version; restore it from a backup`);
  }
}

async function writeBeside(path: string, value: unknown): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  return temporary;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
