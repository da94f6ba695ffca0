import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where an installation has its keys, each under a file's name. */
export interface KeyStore {
  /** Two processes that start together end up with the same keys. Throws with the name if the keys cannot be read. */
  readOrMake<T>(name: string, parse: (value: unknown) => T, make: () => Promise<T>): Promise<T>;
  /** Replaces keys in one step. */
  replace(name: string, value: unknown): Promise<void>;
  /** Is another one after every change, also by another process. */
  version(name: string): Promise<string>;
}

/** The keys of one folder, which processes of one machine share. */
export interface KeyFolder extends KeyStore {
  path: string;
  /** Null: there is no such file. */
  read(name: string): Promise<unknown>;
}

/** JSON files in a folder, readable only by their owner. */
export function keyFolder(keysDir: string): KeyFolder {
  return {
    path: keysDir,
    readOrMake: (name, parse, make) => readOrMakeKeyFile(keysDir, name, parse, make),
    replace: (name, value) => replaceKeyFile(keysDir, name, value),
    version: (name) => changedAtMs(keysDir, name),
    read: (name) => readKeyFile(join(keysDir, name), (value) => value),
  };
}

/** Reads a JSON key file of `keysDir`, or makes it (0600) with `make()` if there is none. */
async function readOrMakeKeyFile<T>(
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

async function replaceKeyFile(keysDir: string, name: string, value: unknown): Promise<void> {
  await mkdir(keysDir, { recursive: true, mode: 0o700 });
  const path = join(keysDir, name);
  await rename(await writeBeside(path, value), path);
}

/** The time of modification in ms; 0: the file is missing. */
async function changedAtMs(keysDir: string, name: string): Promise<string> {
  try {
    return String((await stat(join(keysDir, name))).mtimeMs);
  } catch (error) {
    if (isCode(error, "ENOENT")) return "0";
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
