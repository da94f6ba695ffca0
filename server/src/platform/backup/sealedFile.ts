import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline as connect, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { syncFolder } from "../files/syncFolder.ts";
import { BackupRefused, foreignFile, tornFile } from "./archiveFormat.ts";

const ageMagic = "age-encryption.org/v1\n";
const gzipMagic = Buffer.from([0x1f, 0x8b]);
/** Rows and log are texts that repeat themselves: the quickest level takes half of the disk for a third of the time. */
const gzipLevel = 1;

/**
 * Compresses an archive, and encrypts it with a passphrase if there is one, into a new file for this user alone. It gets its
 * name when all of it is on the disk; whatever fails, nothing is left behind. Rejects with a BackupRefused if a file is in
 * the way and `replace` is false, or with the system's error.
 * @param begin opens the archive, once there is a file to write it to
 */
export async function writeSealed(
  path: string,
  begin: () => Promise<ReadableStream<Uint8Array>>,
  options: { passphrase: string | null; replace: boolean; signal?: AbortSignal },
): Promise<void> {
  if (!options.replace && (await exists(path))) throw new BackupRefused(`${path} exists already; --force replaces it`);
  const unfinished = `${path}.part`;
  // What an earlier run left, which was killed.
  await rm(unfinished, { force: true });
  const target = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
  try {
    await once(target, "open");
    const { passphrase } = options;
    const source = Readable.fromWeb((await begin()) as WebStream);
    const gzip = createGzip({ level: gzipLevel });
    const until = options.signal ? { signal: options.signal } : {};
    const seal = (zipped: AsyncIterable<Uint8Array>) => encrypted(zipped, passphrase!);
    if (passphrase === null) await pipeline(source, gzip, target, until);
    else await pipeline(source, gzip, seal, target, until);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    target.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * The archive in a file. Rejects with a BackupRefused if the file is none, or is encrypted and there is no passphrase. The
 * stream fails with one if the passphrase is wrong or the file is torn.
 */
export async function openSealed(path: string, passphrase: string | null): Promise<ReadableStream<Uint8Array>> {
  const begin = await beginOf(path);
  const isEncrypted = begin.toString("latin1") === ageMagic;
  if (isEncrypted && passphrase === null)
    throw new BackupRefused("the backup is encrypted; give its passphrase with --passphrase-file");
  if (!isEncrypted && !begin.subarray(0, gzipMagic.length).equals(gzipMagic)) throw foreignFile();
  const raw = createReadStream(path);
  const gunzip = createGunzip();
  // The error goes to whoever reads the last of these streams.
  const passOn = (): void => undefined;
  if (isEncrypted) connect(raw, (sealed: AsyncIterable<Uint8Array>) => decrypted(sealed, passphrase!), gunzip, passOn);
  else connect(raw, gunzip, passOn);
  return Readable.toWeb(gunzip) as ReadableStream<Uint8Array>;
}

/** The types of Node's streams and of the browser's differ in what does not matter here. */
type WebStream = Parameters<typeof Readable.fromWeb>[0];

async function* encrypted(zipped: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  yield* await encrypter.encrypt(ReadableStream.from<Uint8Array>(zipped));
}

async function* decrypted(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    yield* await decrypter.decrypt(ReadableStream.from<Uint8Array>(sealed));
  } catch (error) {
    // The disk's own errors stay as they are.
    if (error instanceof Error && "syscall" in error) throw error;
    const isWrong = error instanceof Error && /no identity matched/i.test(error.message);
    throw isWrong ? new BackupRefused("the passphrase is not that of the backup") : tornFile("it cannot be decrypted");
  }
}

async function beginOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageMagic.length), 0, ageMagic.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return open(path, "r").then(
    async (file) => {
      await file.close();
      return true;
    },
    (error: unknown) => (error as NodeJS.ErrnoException).code !== "ENOENT",
  );
}
