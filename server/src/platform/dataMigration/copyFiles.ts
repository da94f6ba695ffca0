import { createHash } from "node:crypto";
import type { ByteStore } from "../files/byteStore.ts";

export interface CopiedFiles {
  files: number;
  bytes: number;
}

/** A store elsewhere answers each after some milliseconds. */
const filesAtOnce = 4;

/**
 * Copies all files of a store into another one and reads each there again. What is there already and is the same stays.
 * @throws {Error} if what is read there is not what was sent
 */
export async function copyFiles(from: ByteStore, to: ByteStore): Promise<CopiedFiles> {
  const files = await from.list();
  const there = new Map((await to.list()).map(({ name, size }) => [name, size]));
  let bytes = 0;
  const copy = async (name: string): Promise<void> => {
    const content = await contentOf(from, name);
    if (content === null) throw new Error(`the file ${name} cannot be read any more`);
    bytes += content.length;
    const sum = sumOf(content);
    const stored = async (): Promise<string | null> => {
      const read = await contentOf(to, name);
      return read && sumOf(read);
    };
    if (there.get(name) === content.length && (await stored()) === sum) return;
    await to.write(name, content);
    if ((await stored()) !== sum) throw new Error(`the file ${name} was not stored as it was read`);
  };
  for (let start = 0; start < files.length; start += filesAtOnce)
    await Promise.all(files.slice(start, start + filesAtOnce).map(({ name }) => copy(name)));
  return { files: files.length, bytes };
}

async function contentOf(store: ByteStore, name: string): Promise<Buffer | null> {
  const found = await store.open(name);
  return found && Buffer.concat((await found.stream.toArray()) as Buffer[]);
}

const sumOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");
