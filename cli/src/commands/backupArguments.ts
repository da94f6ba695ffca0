import { readFile } from "node:fs/promises";

/** The one file that `pulse backup` and `pulse restore` take. */
export function oneFile(command: string, positionals: readonly string[]): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(`${command} takes one file; see pulse ${command} --help`);
  return file;
}

/** The first line of a file; null: no file is given. Throws if there is nothing in it. */
export async function readPassphrase(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Error(`--passphrase-file ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  });
  const [passphrase = ""] = text.split(/\r?\n/, 1);
  if (passphrase === "") throw new Error(`--passphrase-file ${path} has no passphrase in its first line`);
  return passphrase;
}
